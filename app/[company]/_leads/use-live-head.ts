'use client';

import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { useChanges } from '#app/_trpc/use-changes.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { count } from '#app/_ui/format.ts';
import type { Live } from '#app/[company]/funnels/[funnelId]/steps/[stepId]/_step/live-status.tsx';
import {
  countNew,
  type Loaded,
  mergeHead,
  type Page,
} from '#app/[company]/funnels/[funnelId]/steps/[stepId]/_step/merge-head.ts';

/** Milliseconds until a failed request is repeated. */
const retryInterval = 5_000;

interface LiveHead<Item extends { id: string; createdAt: string }> {
  /** Of the loaded pages. Guarantee: its data are those of an infinite query of such items. */
  listKey: QueryKey;
  headKey: QueryKey;
  /** The list is there to be kept up to date. */
  enabled: boolean;
  fetchHead: (signal: AbortSignal) => Promise<Page<Item>>;
  /** The top of the list. */
  top: RefObject<Element | null>;
  /** Ignores new leads in other steps. */
  stepId?: string;
}

/**
 * Keeps a list of leads up to date. After each change the first page is fetched again. While the top
 * of the list is visible, new leads are shown at once; otherwise they are held back, so that the list
 * does not move.
 */
export function useLiveHead<Item extends { id: string; createdAt: string }>(given: LiveHead<Item>) {
  const { listKey, headKey, enabled, fetchHead, top, stepId } = given;
  /** The number of new leads that are not shown yet, and the page that contains them. */
  type Held = { leads: number; head: Page<Item> | undefined };
  const nothingHeld: Held = { leads: 0, head: undefined };
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const [paused, setPaused] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: headKey });
  const pollInterval = useChanges(async () => paused || refresh(), stepId);

  const latest = useQuery({
    queryKey: headKey,
    queryFn: readHead,
    enabled: enabled && !paused,
    initialData: nothingHeld,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.error ? retryInterval : pollInterval),
    refetchOnWindowFocus: 'always',
  });

  async function readHead({ signal }: { signal: AbortSignal }): Promise<Held> {
    const head = await fetchHead(signal);
    /* A page request in progress would overwrite the merged data. */
    await queryClient
      .getQueryCache()
      .find({ queryKey: listKey, exact: true })
      ?.promise?.catch(() => {});
    signal.throwIfAborted();
    const before = queryClient.getQueryData<Held>(headKey) ?? nothingHeld;
    const loaded = queryClient.getQueryData<Loaded<Item>>(listKey);
    if (!loaded) return before;

    const leads = countNew(loaded, head);
    if (leads > before.leads) announce(count(leads - before.leads, 'new lead'));
    if (leads > 0 && !isInView(top.current)) return { leads, head };

    show(head);
    return nothingHeld;
  }

  function show(head: Page<Item>) {
    queryClient.setQueryData<Loaded<Item>>(listKey, (loaded) => loaded && mergeHead(loaded, head));
  }

  function showHeld() {
    if (latest.data.head) show(latest.data.head);
    queryClient.setQueryData<Held>(headKey, nothingHeld);
  }

  function togglePause() {
    setPaused(!paused);
    if (paused) refresh();
    else queryClient.cancelQueries({ queryKey: headKey });
  }

  const stream: Live = pollInterval ? 'polling' : 'open';
  const running: Live = latest.isError ? 'reconnecting' : stream;
  const live: Live = paused ? 'paused' : running;

  return { held: latest.data.leads, showHeld, live, togglePause, refresh };
}

function isInView(element: Element | null): boolean {
  return !element || element.getBoundingClientRect().top >= 0;
}
