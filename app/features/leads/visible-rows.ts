'use client';

import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, type RefObject, useLayoutEffect, useState } from 'react';

/** Rows beyond the edges of the window: enough that the Tab key always finds the next one. */
const overscan = 10;
/** Pixels of a row before it is measured, and between rows. */
const inTable = { height: 45, gap: 0 };
const asCard = { height: 150, gap: 12 };

/** A row, or the space of rows that are not rendered. */
export type Shown = { index: number } | { key: string; height: number };

/**
 * Which rows of a long list are rendered: those near the window, and the one with the focus.
 * Spaces stand for the others.
 *
 * @param body the element that the rows are in
 */
function useVisibleRows(
  items: readonly { id: string }[],
  body: RefObject<HTMLTableSectionElement | null>,
  cardHeight = asCard.height,
) {
  const [margin, setMargin] = useState(0);
  const [focused, setFocused] = useState<string>();
  const isTable = matchMedia('(min-width: 768px)').matches;
  const { height, gap } = isTable ? inTable : { ...asCard, height: cardHeight };
  const focusedIndex = items.findIndex(({ id }) => id === focused);

  function rangeExtractor(range: Range): number[] {
    const indexes = defaultRangeExtractor(range);
    const isMissing = focusedIndex >= 0 && !indexes.includes(focusedIndex);
    return isMissing ? [...indexes, focusedIndex].sort((one, other) => one - other) : indexes;
  }

  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => height,
    getItemKey: (index) => items[index]?.id ?? index,
    gap,
    overscan,
    rangeExtractor,
    scrollMargin: margin,
    // For the first render: afterwards they are followed.
    initialRect: { width: innerWidth, height: innerHeight },
    initialOffset: () => scrollY,
  });

  // What is above the list can grow or shrink.
  useLayoutEffect(() => {
    const top = body.current?.getBoundingClientRect().top ?? 0;
    setMargin(Math.round(top + scrollY));
  });

  const rows = virtualizer.getVirtualItems();
  const space = (key: string, size: number, neighbours: number): Shown[] => {
    const height = size - neighbours * gap;
    return height > 0 ? [{ key, height }] : [];
  };
  const shown = rows.flatMap((row, place): Shown[] => {
    const before = rows[place - 1];
    const size = row.start - (before?.end ?? margin);
    return [...space(`before-${row.key}`, size, before ? 2 : 1), { index: row.index }];
  });
  const end = virtualizer.getTotalSize() + margin;
  shown.push(...space('after', end - (rows.at(-1)?.end ?? margin), 1));

  return {
    shown,
    measure: virtualizer.measureElement,
    onFocus: ({ target }: FocusEvent) => {
      setFocused(target.closest<HTMLElement>('[data-lead]')?.dataset.lead);
    },
    onBlur: () => setFocused(undefined),
  };
}

export type Visible = ReturnType<typeof useVisibleRows>;

interface VisibleRowsProps {
  items: readonly { id: string }[];
  body: RefObject<HTMLTableSectionElement | null>;
  /** Pixels of a card before it is measured. */
  cardHeight?: number;
  onChange: (visible: Visible) => void;
}

/** Calculates which rows a table renders. A component of its own, so that only long lists load it. */
export function VisibleRows({ items, body, cardHeight, onChange }: VisibleRowsProps) {
  const visible = useVisibleRows(items, body, cardHeight);
  const shown = JSON.stringify(visible.shown);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest changes with what is shown
  useLayoutEffect(() => onChange(visible), [shown]);

  return null;
}
