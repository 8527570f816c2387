'use client';

import { createContext, use, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { SharedChanges } from './shared-changes.ts';

/** Milliseconds between requests while the stream is closed. */
const pollInterval = 15_000;

export const ChangesContext = createContext<SharedChanges | null>(null);

/**
 * Calls `refresh` after changes in the company: at once after a pause, at most once a second while
 * changes keep coming, and always after the last one.
 *
 * @param refresh gets the steps with new leads; `null` when anything may have changed
 * @param stepId ignores new leads in other steps; `null` ignores all new leads
 * @returns the `refetchInterval` for the queries of the screen, `false` while the stream is open
 */
export function useChanges(
  refresh: (steps: string[] | null) => Promise<unknown>,
  stepId?: string | null,
): number | false {
  const changes = use(ChangesContext);
  if (!changes) throw new Error('useChanges needs a TrpcProvider above it');
  const open = useSyncExternalStore(changes.onOpen, changes.isOpen, () => false);
  const latest = useEffectEvent(refresh);

  useEffect(() => {
    let changed: Set<string> | null = new Set();
    const refetch = serialize(() => {
      const steps = changed && [...changed];
      changed = new Set();
      return latest(steps);
    });

    return changes.onChange(({ steps }) => {
      if (steps && stepId !== undefined && !steps.includes(stepId ?? '')) return;
      changed = steps && changed && new Set([...changed, ...steps]);
      refetch();
    });
  }, [changes, stepId]);

  return open ? false : pollInterval;
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
