'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import type { PanelRouter } from '#server/panel-api/panel-router.ts';
import { openChangeStream } from './changes-stream.ts';
import { useSession } from './session.tsx';

const path = 'changes.follow' satisfies `changes.${keyof PanelRouter['changes'] & string}`;

/** Milliseconds between requests while the stream is closed. */
const pollInterval = 15_000;

/**
 * Calls `refresh` after changes in the company, at most once a second and always after the last one.
 * Use it once per screen.
 *
 * @param stepId ignores new leads in other steps; `null` ignores all new leads
 * @returns the `refetchInterval` for the queries of the screen, `false` while the stream is open
 */
export function useChanges(
  refresh: () => Promise<unknown>,
  stepId?: string | null,
): number | false {
  const { company } = useSession();
  const [open, setOpen] = useState(false);
  const url = `/api/trpc/${path}?company=${company.slug}`;
  const latest = useEffectEvent(refresh);

  useEffect(() => {
    const refetch = serialize(() => latest());

    return openChangeStream(url, {
      onOpen: setOpen,
      onChange: ({ steps }) => {
        if (!steps || stepId === undefined || steps.includes(stepId ?? '')) refetch();
      },
    });
  }, [url, stepId]);

  return open ? false : pollInterval;
}

/** Milliseconds between the starts of two runs. */
const minInterval = 1_000;

/**
 * Returns a function that runs `work`, never twice at a time and at most once a second. Calls during
 * a run cause one more run after it.
 */
export function serialize(work: () => Promise<unknown>): () => void {
  let running = false;
  let again = false;

  return async () => {
    again = true;
    if (running) return;
    running = true;
    while (again) {
      again = false;
      await Promise.all([work(), new Promise((done) => setTimeout(done, minInterval))]);
    }
    running = false;
  };
}
