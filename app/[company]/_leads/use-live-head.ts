'use client';

import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { useChanges } from '#app/_trpc/use-changes.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { count } from '#app/_ui/format.ts';
import {
  countNew,
  type Loaded,
  mergeHead,
  type Page,
} from '#app/[company]/funnels/[funnelId]/steps/[stepId]/_step/merge-head.ts';
import { mergePart, type Rest, restAfter, withoutNew } from './merge-part.ts';

/** Milliseconds until a failed request is repeated. */
const retryInterval = 5_000;
/** Milliseconds between requests for the leads beyond the first page. */
const restInterval = 1_000;
/** Leads beyond the first page that one request reads again. */
const mostReadAgain = 200;

interface Range {
  /** Absent for the first page. */
  cursor?: string;
  limit?: number;
}

interface LiveHead<Item extends { id: string; createdAt: string }> {
  /** Of the loaded pages. Guarantee: its data are those of an infinite query of such items. */
  listKey: QueryKey;
  headKey: QueryKey;
  /** The list is there to be kept up to date. */
  enabled: boolean;
  fetchPage: (range: Range, signal: AbortSignal) => Promise<Page<Item>>;
  /** The top of the list. */
  top: RefObject<Element | null>;
  /** Ignores new leads in other steps. */
  stepId?: string;
}

/**
 * Keeps a list of leads up to date. After each change the first page is fetched again; after a change
 * by a person, which may concern any lead, also what is loaded beyond it, part by part, so that a long
 * list costs no more requests a second than a short one. While the top of the list is visible, new
 * leads are shown at once; otherwise they are held back, so that the list does not move.
 */
export function useLiveHead<Item extends { id: string; createdAt: string }>(given: LiveHead<Item>) {
  const { listKey, headKey, enabled, fetchPage, top, stepId } = given;
  /** The number of new leads that are not shown yet, the page that contains them, and what to read next. */
  type Held = { leads: number; head: Page<Item> | undefined; rest: Rest | undefined };
  const nothingHeld: Held = { leads: 0, head: undefined, rest: undefined };
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const [paused, setPaused] = useState(false);
  /** Numbers of changes by people: all, and those before the rest was last read from its beginning. */
  const changes = useRef({ all: 0, read: 0 });
  const refresh = () => queryClient.invalidateQueries({ queryKey: headKey });

  const latest = useQuery({
    queryKey: headKey,
    queryFn: readAgain,
    enabled: enabled && !paused,
    initialData: nothingHeld,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => {
      if (state.error) return retryInterval;
      return state.data?.rest ? restInterval : false;
    },
    refetchOnWindowFocus: 'always',
  });

  /*
   * Below the query: `useChanges` may call at once. During a long render the cache removes the query
   * (`gcTime: 0`), and until its own effect puts it back a call would read nothing.
   */
  useChanges(async (steps) => {
    if (!steps) changes.current.all += 1;
    return paused || refresh();
  }, stepId);

  async function readAgain({ signal }: { signal: AbortSignal }): Promise<Held> {
    const { all } = changes.current;
    const { rest } = queryClient.getQueryData<Held>(headKey) ?? nothingHeld;
    const [head, part] = await Promise.all([
      fetchPage({}, signal),
      rest &&
        fetchPage({ cursor: rest.cursor, limit: Math.min(mostReadAgain, rest.length) }, signal),
    ]);
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
    const isHeld = leads > 0 && !isInView(top.current);
    const current = part ? mergePart(loaded, part, rest?.after) : loaded;
    const page = isHeld ? withoutNew(current, head) : head;
    const shown = isHeld ? mergeKnown(current, page) : mergeHead(current, page);
    queryClient.setQueryData<Loaded<Item>>(listKey, shown);

    const held = isHeld ? { leads, head } : { leads: 0, head: undefined };
    const next = part && restAfter(shown, part);
    if (next || all === changes.current.read) return { ...held, rest: next };

    changes.current.read = all;
    return { ...held, rest: restAfter(shown, page) };
  }

  function showHeld() {
    const { head, rest } = latest.data;
    if (head) {
      queryClient.setQueryData<Loaded<Item>>(
        listKey,
        (loaded) => loaded && mergeHead(loaded, head),
      );
    }
    queryClient.setQueryData<Held>(headKey, { ...nothingHeld, rest });
  }

  function togglePause() {
    setPaused(!paused);
    if (paused) refresh();
    else queryClient.cancelQueries({ queryKey: headKey });
  }

  const live = { isPaused: paused, isFailing: latest.isError, onToggle: togglePause };

  return { held: latest.data.leads, showHeld, live, refresh };
}

/** A first page without new leads; without all others, there would be nothing left of it. */
function mergeKnown<Item extends { id: string; createdAt: string }>(
  loaded: Loaded<Item>,
  page: Page<Item>,
) {
  return page.items.length > 0 ? mergePart(loaded, page) : loaded;
}

function isInView(element: Element | null): boolean {
  return !element || element.getBoundingClientRect().top >= 0;
}
