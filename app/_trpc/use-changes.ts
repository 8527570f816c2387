'use client';

import { createContext, use, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { isConnected } from '#app/_ui/connection.ts';
import type { SharedChanges } from './shared-changes.ts';

/** Milliseconds between calls of `refresh` while the stream is closed. */
const pollInterval = 15_000;

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
 * @param refresh gets the steps with new leads; `null` when anything may have changed
 * @param stepId ignores new leads in other steps; `null` ignores all new leads
 */
export function useChanges(
  refresh: (steps: string[] | null) => Promise<unknown>,
  stepId?: string | null,
): void {
  const changes = useSharedChanges();
  const latest = useEffectEvent(refresh);

  useEffect(() => {
    let changed: Set<string> | null = new Set();
    const refetch = serialize(() => {
      const steps = changed && [...changed];
      changed = new Set();
      return latest(steps);
    });

    function take(steps: string[] | null) {
      changed = steps && changed && new Set([...changed, ...steps]);
      refetch();
    }
    const unsubscribe = changes.onChange(({ steps }) => {
      if (!steps || stepId === undefined || steps.includes(stepId ?? '')) take(steps);
    });
    const timer = setInterval(() => {
      if (!changes.isOpen() && isConnected() && !document.hidden) take(null);
    }, pollInterval);

    return () => {
      unsubscribe();
      clearInterval(timer);
    };
  }, [changes, stepId]);
}

/** Milliseconds between the starts of two runs: of the first ones, and while calls keep coming. */
const [shortInterval, interval] = [100, 1_000];
/** Of the first runs. One lead causes two. */
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
