'use client';

import {
  type DehydratedState,
  HydrationBoundary,
  hydrate,
  useQueryClient,
} from '@tanstack/react-query';
import { Activity, type ReactNode, useLayoutEffect } from 'react';
import { RenderedAt } from '#app/_ui/time.tsx';

interface HydrateQueriesProps {
  state: DehydratedState;
  /** When the server rendered the page, in milliseconds since 1970. */
  renderedAt: number;
  children: ReactNode;
}

/**
 * Like `HydrationBoundary`, but updates queries that exist before the effects of the screen run:
 * these would fetch again what the server has just sent. `Activity` makes the screen a part that
 * hydrates after the shell, in tasks of its own.
 */
export function HydrateQueries({ state, renderedAt, children }: HydrateQueriesProps) {
  const client = useQueryClient();
  useLayoutEffect(() => hydrate(client, state), [client, state]);

  return (
    <RenderedAt at={renderedAt}>
      <HydrationBoundary state={state}>
        <Activity>{children}</Activity>
      </HydrationBoundary>
    </RenderedAt>
  );
}
