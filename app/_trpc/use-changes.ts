'use client';

import { createContext, use, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { isConnected } from '#app/_ui/connection.ts';
import { type Change, everything, mergeChanges } from '#db/values/changes.ts';
import type { SharedChanges } from './shared-changes.ts';

/** Milliseconds between calls of `refresh` while the stream is closed. */
const pollInterval = 15_000;
/** Milliseconds until a call of `refresh` that failed is repeated. */
const retryInterval = 5_000;

export const ChangesContext = createContext<SharedChanges | null>(null);

function useSharedChanges(): SharedChanges {
  const changes = use(ChangesContext);
  if (!changes) throw new Error('useChanges needs a TrpcProvider above it');

  return changes;
}

/** Whether the stream of changes is open. Without it, screens are up to 15 s late. */
export function useIsStreamOpen(): boolean {
  const changes = useSharedChanges();

  return useSyncExternalStore(changes.onOpen, changes.isOpen, () => false);
}

/**
 * Calls `refresh` after changes in the company: at once after a pause, at most once a second while
 * changes keep coming, and always after the last one. While the stream is closed and the tab visible,
 * calls it every 15 s. Causes no render, so that a screen does not render again when the stream opens.
 *
 * @param refresh gets all changes since the last call; called again for them when it is rejected
 */
export function useChanges(refresh: (change: Change) => Promise<unknown>): void {
  const changes = useSharedChanges();
  const latest = useEffectEvent(refresh);

  useEffect(() => {
    let changed: Change = {};
    let retry: ReturnType<typeof setTimeout>;
    const refetch = serialize(async () => {
      const change = changed;
      changed = {};
      try {
        await latest(change);
      } catch {
        changed = mergeChanges(change, changed);
        clearTimeout(retry);
        retry = setTimeout(refetch, retryInterval);
      }
    });

    function take(change: Change) {
      changed = mergeChanges(changed, change);
      refetch();
    }
    const unsubscribe = changes.onChange(take);
    const timer = setInterval(() => {
      if (!changes.isOpen() && isConnected() && !document.hidden) take(everything);
    }, pollInterval);

    return () => {
      unsubscribe();
      clearInterval(timer);
      clearTimeout(retry);
    };
  }, [changes]);
}

/** Milliseconds between the starts of two runs: of the first ones, and while calls keep coming. */
const [shortInterval, interval] = [100, 1_000];
/** Of the first runs. */
const quickRuns = 10;

/**
 * Returns a function that runs `work`, never twice at a time, and at most once a second while calls
 * keep coming. Calls during a run cause one more run after it.
 */
export function serialize(work: () => Promise<unknown>): () => void {
  let running = false;
  let again = false;

  return async () => {
    again = true;
    if (running) return;
    running = true;
    for (let runs = 1; again; runs += 1) {
      again = false;
      const pause = runs > quickRuns ? interval : shortInterval;
      await Promise.all([work(), new Promise((done) => setTimeout(done, pause))]);
    }
    running = false;
  };
}
