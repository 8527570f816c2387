'use client';

import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type RefObject,
  startTransition,
  useCallback,
  useLayoutEffect,
  useState,
} from 'react';

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
  keptId?: string,
) {
  const [margin, setMargin] = useState(0);
  const [focused, setFocused] = useState<string>();
  const isTable = matchMedia('(min-width: 768px)').matches;
  const { height, gap } = isTable ? inTable : { ...asCard, height: cardHeight };
  /** The row of a lead that was open, too: the focus goes back to it. */
  const [lastKept, setLastKept] = useState(keptId);
  if (keptId !== undefined && keptId !== lastKept) setLastKept(keptId);
  const kept = [focused, lastKept].filter((id) => id !== undefined);
  const keptIndexes = items.flatMap(({ id }, index) => (kept.includes(id) ? index : []));

  function rangeExtractor(range: Range): number[] {
    const indexes = defaultRangeExtractor(range);
    const all = new Set([...indexes, ...keptIndexes]);
    return [...all].sort((one, other) => one - other);
  }

  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => height,
    getItemKey: useCallback((index: number) => items[index]?.id ?? index, [items]),
    gap,
    overscan,
    rangeExtractor,
    scrollMargin: margin,
    useFlushSync: false,
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
  /** A row that is rendered wherever it is. */
  keptId?: string | undefined;
  onChange: (visible: Visible) => void;
}

/** Calculates which rows a table renders. A component of its own, so that only long lists load it. */
export function VisibleRows({ items, body, cardHeight, keptId, onChange }: VisibleRowsProps) {
  const visible = useVisibleRows(items, body, cardHeight, keptId);
  const shown = JSON.stringify(visible.shown);

  // A transition: rows are rendered in parts of some milliseconds, and meanwhile the window scrolls over
  // those of `overscan`.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest changes with what is shown
  useLayoutEffect(() => startTransition(() => onChange(visible)), [shown]);

  return null;
}
