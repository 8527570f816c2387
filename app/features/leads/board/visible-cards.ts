'use client';

import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect } from 'react';
import { cardGap } from './board-address.ts';

/** Cards beyond the edges of the list: enough that it is never empty while it scrolls. */
const overscan = 6;

/** Which cards are rendered, and how far from the top of the list. */
export interface VisibleCards {
  /** By id: until they are calculated again, the cards of a list that has changed stay. */
  cards: readonly { id: string; index: number; top: number }[];
  /** Pixels of all cards. */
  height: number;
}

interface VisibleCardsProps {
  items: readonly { id: string }[];
  list: RefObject<HTMLElement | null>;
  /** Pixels. */
  cardHeight: number;
  /** Rendered wherever it is, so that it keeps the focus. */
  activeId: string | undefined;
  onChange: (visible: VisibleCards) => void;
}

/** Calculates which cards a column renders: those near its window. Loaded after the first paint. */
export function VisibleCards({ items, list, cardHeight, activeId, onChange }: VisibleCardsProps) {
  const active = items.findIndex(({ id }) => id === activeId);

  function rangeExtractor(range: Range): number[] {
    const indexes = defaultRangeExtractor(range);
    const isMissing = active >= 0 && !indexes.includes(active);
    return isMissing ? [...indexes, active].sort((one, other) => one - other) : indexes;
  }

  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => list.current,
    estimateSize: () => cardHeight,
    getItemKey: (index) => items[index]?.id ?? index,
    gap: cardGap,
    overscan,
    rangeExtractor,
    initialOffset: () => list.current?.scrollTop ?? 0,
  });
  const cards = virtualizer
    .getVirtualItems()
    .map(({ index, start }) => ({ id: items[index]?.id ?? '', index, top: start }));
  const height = virtualizer.getTotalSize();
  const shown = `${height} ${cards.map(({ id, index }) => `${index} ${id}`).join()}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest changes with what is shown
  useLayoutEffect(() => {
    // None before the list is measured. Without its card, the focus would be lost.
    if (cards.length > 0) onChange({ cards, height });
  }, [shown]);

  return null;
}
