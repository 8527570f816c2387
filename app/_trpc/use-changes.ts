'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import type { PanelRouter } from '#server/api/panel-router.ts';
import { followStream } from './changes-stream.ts';
import { useSession } from './session.tsx';

const path = 'changes.follow' satisfies `changes.${keyof PanelRouter['changes'] & string}`;

/** Milliseconds between two looks while changes are not heard of. */
const pollEvery = 15_000;

/**
 * Calls `refresh` when something changes in the company: at most once a second, and once more after
 * the last change. Use it once on a screen.
 *
 * @param stepId the only step whose leads the screen shows
 * @returns the `refetchInterval` of what is shown: a slow one while changes are not heard of
 */
export function useChanges(refresh: () => Promise<unknown>, stepId?: string): number | false {
  const { company } = useSession();
  const [open, setOpen] = useState(false);
  const url = `/api/trpc/${path}?company=${company.slug}`;
  const latest = useEffectEvent(refresh);

  useEffect(() => {
    const look = takeTurns(() => latest());

    return followStream(url, {
      onOpen: setOpen,
      onChange: ({ steps }) => {
        if (!stepId || !steps || steps.includes(stepId)) look();
      },
    });
  }, [url, stepId]);

  return open ? false : pollEvery;
}

/** Milliseconds between the starts of two turns. */
const pause = 1_000;

/**
 * A function that starts `work`: at once, or, while that or a second since its start is under way,
 * once more afterwards, however often it was called.
 */
export function takeTurns(work: () => Promise<unknown>): () => void {
  let running = false;
  let wanted = false;

  return async () => {
    wanted = true;
    if (running) return;
    running = true;
    while (wanted) {
      wanted = false;
      await Promise.all([work(), new Promise((done) => setTimeout(done, pause))]);
    }
    running = false;
  };
}
