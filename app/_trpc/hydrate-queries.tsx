'use client';

import {
  type DehydratedState,
  HydrationBoundary,
  hydrate,
  useQueryClient,
} from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect } from 'react';

interface HydrateQueriesProps {
  state: DehydratedState;
  children: ReactNode;
}

/**
 * Like `HydrationBoundary`, but updates queries that exist before the effects of the screen run:
 * these would fetch again what the server has just sent.
 */
export function HydrateQueries({ state, children }: HydrateQueriesProps) {
  const client = useQueryClient();
  useLayoutEffect(() => hydrate(client, state), [client, state]);

  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
