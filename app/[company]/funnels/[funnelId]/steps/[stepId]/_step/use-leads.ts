'use client';

import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useTRPC, useTRPCClient } from '#app/_trpc/client.ts';
import { useLiveHead } from '#app/[company]/_leads/use-live-head.ts';
import type { LeadRow } from '#server/panel-api/schemas/leads.ts';

interface LeadsShown {
  stepId: string;
  search?: string | undefined;
  tests?: true | undefined;
}

/** The leads of a step, or its tests, as they arrive. */
export function useLeads(input: LeadsShown, top: RefObject<Element | null>) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { stepId, search, tests } = input;
  const list = useInfiniteQuery(
    trpc.leads.list.infiniteQueryOptions(input, {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: false,
    }),
  );
  const head = useLiveHead<LeadRow>({
    listKey: trpc.leads.list.infiniteQueryKey(input),
    headKey: ['newLeads', stepId, search, tests],
    enabled: list.isSuccess && !list.isPlaceholderData,
    fetchPage: (range, signal) => {
      if (!range.cursor) queryClient.invalidateQueries(trpc.steps.get.queryFilter({ id: stepId }));
      return client.leads.list.query({ ...input, ...range }, { signal });
    },
    top,
    stepId,
  });

  return { list, ...head };
}
