import { dehydrate, QueryClient } from '@tanstack/react-query';
import { TRPCError } from '@trpc/server';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { notFound } from 'next/navigation';
import { cache, type ReactNode } from 'react';
import { z } from 'zod';
import { HydrationMark } from '#app/_ui/hydration-mark.tsx';
import { getPanelContext } from '#server/panel-api/panel-caller.ts';
import { panelRouter } from '#server/panel-api/panel-router.ts';
import { HydrateQueries } from './hydrate-queries.tsx';

/**
 * The panel's procedures for the server components of one request: `queryClient.prefetchQuery(…)`
 * with `trpc.<noun>.<verb>.queryOptions(…)`. A failed prefetch is ignored: the browser fetches again
 * and shows the error.
 */
export const serverPanel = cache((company: string) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const trpc = createTRPCOptionsProxy({
    router: panelRouter,
    ctx: () => getPanelContext(company),
    queryClient,
  });

  return { queryClient, trpc };
});

export type ServerPanel = ReturnType<typeof serverPanel>;

/** Fills the cache that `HydrateClient` sends to the browser, in parallel. */
export async function prefetch(
  company: string,
  start: (panel: ServerPanel) => readonly Promise<void>[],
): Promise<void> {
  await Promise.all(start(serverPanel(company)));
}

interface HydrateClientProps {
  company: string;
  children: ReactNode;
}

export function HydrateClient({ company, children }: HydrateClientProps) {
  return (
    <HydrateQueries state={dehydrate(serverPanel(company).queryClient)} renderedAt={Date.now()}>
      {children}
      <HydrationMark />
    </HydrateQueries>
  );
}

/**
 * For the main query of a page: shows the not-found page if the item does not exist. Other failures
 * give `undefined`; the browser fetches again and shows them.
 */
export async function orNotFound<Data>(query: Promise<Data>): Promise<Data | undefined> {
  try {
    return await query;
  } catch (error) {
    if (error instanceof TRPCError && error.code === 'NOT_FOUND') notFound();
    return undefined;
  }
}

/** An id from the address; a malformed id shows the not-found page without a query. */
export function idOrNotFound(text: string): string {
  const parsed = z.uuid().safeParse(text);
  if (!parsed.success) notFound();

  return parsed.data;
}
