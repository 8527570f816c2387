'use client';

import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useTRPC, useTRPCClient } from '#app/_trpc/client.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { count } from '#app/_ui/count.ts';
import type { LeadPage } from '#server/api/schemas/leads.ts';
import { countNew, mergeHead } from './merge-head.ts';

const pollEvery = 5_000;

/** New leads that are held back, and the page that shows them. */
type Held = { leads: number; head: LeadPage | undefined };

const nothingHeld: Held = { leads: 0, head: undefined };

/**
 * The leads of a step. Every five seconds the first page is read again: with the top of the list in
 * sight new leads appear by themselves, further down they are held back, so that nothing moves
 * under the reader.
 */
export function useLeads(
  stepId: string,
  search: string | undefined,
  top: RefObject<Element | null>,
) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const input = { stepId, search };
  const key = trpc.leads.list.infiniteQueryKey(input);
  const pollKey = ['newLeads', stepId, search];

  const list = useInfiniteQuery(
    trpc.leads.list.infiniteQueryOptions(input, {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: false,
    }),
  );

  const poll = useQuery({
    queryKey: pollKey,
    queryFn: readHead,
    enabled: list.isSuccess && !list.isPlaceholderData,
    initialData: nothingHeld,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchInterval: pollEvery,
    refetchOnWindowFocus: 'always',
  });

  async function readHead(): Promise<Held> {
    const head = await client.leads.list.query(input);
    const before = queryClient.getQueryData<Held>(pollKey) ?? nothingHeld;
    const loaded = queryClient.getQueryData(key);
    /* A page that is on its way would overwrite what is merged now. */
    if (!loaded || queryClient.isFetching({ queryKey: key }) > 0) return before;

    const leads = countNew(loaded, head);
    if (leads > before.leads) announce(count(leads - before.leads, 'new lead'));
    if (leads > 0 && !inSight(top.current)) return { leads, head };

    show(head);
    return nothingHeld;
  }

  function show(head: LeadPage) {
    const loaded = queryClient.getQueryData(key);
    if (loaded && countNew(loaded, head) > 0) {
      queryClient.invalidateQueries(trpc.steps.get.queryFilter({ id: stepId }));
    }
    queryClient.setQueryData(key, loaded && mergeHead(loaded, head));
  }

  function showHeld() {
    if (poll.data.head) show(poll.data.head);
    queryClient.setQueryData(pollKey, nothingHeld);
  }

  return { list, held: poll.data.leads, showHeld, reconnecting: poll.isError };
}

function inSight(element: Element | null): boolean {
  return !element || element.getBoundingClientRect().top >= 0;
}
