'use client';

import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useTRPC, useTRPCClient } from '#app/_trpc/client.ts';
import { useLiveHead } from '#app/[company]/_leads/use-live-head.ts';
import type { LeadsQuery, PlacedLead } from '#server/panel-api/schemas/lead-list.ts';

/** Leads of the company as they arrive. */
export function useCompanyLeads(input: LeadsQuery, top: RefObject<Element | null>) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const listKey = trpc.leads.listAll.infiniteQueryKey(input);
  const list = useInfiniteQuery(
    trpc.leads.listAll.infiniteQueryOptions(input, {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: false,
    }),
  );
  const { refresh: _, ...head } = useLiveHead<PlacedLead>({
    listKey,
    headKey: ['newCompanyLeads', input],
    enabled: list.isSuccess && !list.isPlaceholderData,
    fetchHead: (signal) => client.leads.listAll.query(input, { signal }),
    top,
  });

  /** All loaded pages, after a change that may concern any of them. */
  const refetch = () => queryClient.invalidateQueries({ queryKey: listKey });

  return { list, refetch, ...head };
}
