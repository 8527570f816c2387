'use client';

import { startTransition, useEffect, useOptimistic, useRef } from 'react';
import { readFailure } from '#app/_trpc/failure.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { showRetry } from '#app/_ui/toaster.tsx';
import { useRefreshFunnels } from './use-refresh-funnels.ts';

/** Moves items optimistically; restores the order when the server refuses. */
export function useReorder<Item extends { id: string; name: string }>(
  items: readonly Item[],
  save: (ids: string[]) => Promise<unknown>,
) {
  const announce = useAnnounce();
  const refresh = useRefreshFunnels();
  const [ordered, setOrdered] = useOptimistic(items);

  function move(id: string, index: number): void {
    const next = moveItem(ordered, id, index);
    const place = next.findIndex((item) => item.id === id);

    startTransition(async () => {
      setOrdered(next);
      try {
        await save(next.map((item) => item.id));
        announce(`${next[place]?.name} is now number ${place + 1} of ${next.length}`);
        await refresh();
      } catch (error) {
        await refresh();
        showRetry(`The order was not saved. ${readFailure(error).message}`, () =>
          latestMove.current(id, index),
        );
      }
    });
  }

  /** A retry starts from the current order, not from that of the failed attempt. */
  const latestMove = useRef(move);
  useEffect(() => {
    latestMove.current = move;
  });

  return { ordered, move };
}

/** A copy of the list with the item `id` at `index`. */
export function moveItem<T extends { id: string }>(items: readonly T[], id: string, index: number) {
  const item = items.find((candidate) => candidate.id === id);
  const rest = items.filter((candidate) => candidate.id !== id);

  return item ? rest.toSpliced(Math.max(0, index), 0, item) : rest;
}

/** Restores the focus of a button that loses it because its row moves. */
export function restoreFocus(element: HTMLElement): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (element.isConnected) element.focus();
    }),
  );
}
