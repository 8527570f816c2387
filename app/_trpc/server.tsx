import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { cache, type ReactNode } from 'react';
import { getPanelContext } from '#server/api/panel-caller.ts';
import { panelRouter } from '#server/api/panel-router.ts';
import { HydrationMark } from '../_ui/hydration-mark.tsx';

/**
 * The panel's procedures for server components of one request: `queryClient.prefetchQuery(…)` with
 * `trpc.<noun>.<verb>.queryOptions(…)`. A prefetch that fails is silent; the browser asks again
 * and shows the failure.
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

/** Fills the cache that `HydrateClient` hands to the browser; all at the same time. */
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
    <HydrationBoundary state={dehydrate(serverPanel(company).queryClient)}>
      {children}
      <HydrationMark />
    </HydrationBoundary>
  );
}
