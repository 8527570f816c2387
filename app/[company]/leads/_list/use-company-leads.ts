'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useTRPC, useTRPCClient } from '#app/_trpc/client.ts';
import { useLiveHead } from '#app/[company]/_leads/use-live-head.ts';
import type { LeadsQuery, PlacedLead } from '#server/panel-api/schemas/lead-list.ts';

/** Leads of the company as they arrive. */
export function useCompanyLeads(input: LeadsQuery, top: RefObject<Element | null>) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const list = useInfiniteQuery(
    trpc.leads.listAll.infiniteQueryOptions(input, {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: false,
    }),
  );
  const { refresh: _, ...head } = useLiveHead<PlacedLead>({
    listKey: trpc.leads.listAll.infiniteQueryKey(input),
    headKey: ['newCompanyLeads', input],
    enabled: list.isSuccess && !list.isPlaceholderData,
    fetchPage: (range, signal) => client.leads.listAll.query({ ...input, ...range }, { signal }),
    top,
  });

  return { list, ...head };
}
