'use client';

import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { useTRPC, useTRPCClient } from '#app/_trpc/client.ts';
import { useChanges } from '#app/_trpc/use-changes.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { count } from '#app/_ui/format.ts';
import type { LeadPage } from '#server/panel-api/schemas/leads.ts';
import type { Live } from './live-status.tsx';
import { countNew, mergeHead } from './merge-head.ts';

/** Milliseconds until a failed request is repeated. */
const retryInterval = 5_000;

/** The number of new leads that are not shown yet, and the page that contains them. */
type Held = { leads: number; head: LeadPage | undefined };

const nothingHeld: Held = { leads: 0, head: undefined };

/**
 * The leads of a step. After each change the first page is fetched again. While the top of the list
 * is visible, new leads are shown at once; otherwise they are held back, so that the list does not
 * move.
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
  const headKey = ['newLeads', stepId, search];
  const [paused, setPaused] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: headKey });
  const pollInterval = useChanges(async () => paused || refresh(), stepId);

  const list = useInfiniteQuery(
    trpc.leads.list.infiniteQueryOptions(input, {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: false,
    }),
  );

  const latest = useQuery({
    queryKey: headKey,
    queryFn: readHead,
    enabled: list.isSuccess && !list.isPlaceholderData && !paused,
    initialData: nothingHeld,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.error ? retryInterval : pollInterval),
    refetchOnWindowFocus: 'always',
  });

  async function readHead({ signal }: { signal: AbortSignal }): Promise<Held> {
    queryClient.invalidateQueries(trpc.steps.get.queryFilter({ id: stepId }));
    const head = await client.leads.list.query(input, { signal });
    /* A page request in progress would overwrite the merged data. */
    await queryClient
      .getQueryCache()
      .find({ queryKey: key })
      ?.promise?.catch(() => {});
    signal.throwIfAborted();
    const before = queryClient.getQueryData<Held>(headKey) ?? nothingHeld;
    const loaded = queryClient.getQueryData(key);
    if (!loaded) return before;

    const leads = countNew(loaded, head);
    if (leads > before.leads) announce(count(leads - before.leads, 'new lead'));
    if (leads > 0 && !isInView(top.current)) return { leads, head };

    show(head);
    return nothingHeld;
  }

  function show(head: LeadPage) {
    queryClient.setQueryData(key, (loaded) => loaded && mergeHead(loaded, head));
  }

  function showHeld() {
    if (latest.data.head) show(latest.data.head);
    queryClient.setQueryData(headKey, nothingHeld);
  }

  function togglePause() {
    setPaused(!paused);
    if (paused) refresh();
    else queryClient.cancelQueries({ queryKey: headKey });
  }

  const stream: Live = pollInterval ? 'polling' : 'open';
  const running: Live = latest.isError ? 'reconnecting' : stream;
  const live: Live = paused ? 'paused' : running;

  return { list, held: latest.data.leads, showHeld, live, togglePause };
}

function isInView(element: Element | null): boolean {
  return !element || element.getBoundingClientRect().top >= 0;
}
