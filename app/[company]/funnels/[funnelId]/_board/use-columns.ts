'use client';

import { useCallback, useMemo, useState } from 'react';
import { isNewer } from '#app/[company]/_leads/lead-order.ts';
import type { BoardStep } from '#server/panel-api/schemas/board.ts';
import type { LeadRow } from '#server/panel-api/schemas/leads.ts';
import { holdBack } from './merge-board.ts';

export interface BoardColumn {
  step: BoardStep;
  /** Without the leads that are held back. */
  items: readonly LeadRow[];
}

/** The id, if its lead is shown in the column. */
export const ifIn = ({ items }: BoardColumn, leadId: string | undefined) =>
  items.some(({ id }) => id === leadId) ? leadId : undefined;

const newestOf = ([first, ...others]: LeadRow[]) =>
  others.reduce((newest, lead) => (newest && isNewer(newest, lead) ? newest : lead), first);

interface ColumnsInput {
  steps: readonly BoardStep[];
  isDragging: boolean;
  /** All columns are held. */
  isPaused: boolean;
  /** Ids of the leads that the user has moved. */
  moved: ReadonlySet<string>;
}

/**
 * Leads that arrive while a column is scrolled, a card is dragged, or the board is paused wait above
 * its first card.
 */
export function useColumns({ steps, isDragging, isPaused, moved }: ColumnsInput) {
  const [scrolled, setScrolled] = useState<ReadonlySet<string>>(() => new Set());
  /** By the ids of the steps that are held: the first lead of then; in an empty one, that of the board. */
  const [tops, setTops] = useState<ReadonlyMap<string, LeadRow | undefined>>(() => new Map());

  const held = steps.filter(({ id }) => isDragging || isPaused || scrolled.has(id));
  if (held.length !== tops.size || held.some(({ id }) => !tops.has(id))) {
    const newest = newestOf(steps.flatMap(({ items }) => items.slice(0, 1)));
    const topOf = ({ id, items: [first] }: BoardStep) =>
      tops.has(id) ? tops.get(id) : (first ?? newest);
    setTops(new Map(held.map((step) => [step.id, topOf(step)])));
  }

  const onScrolled = useCallback((stepId: string, isScrolled: boolean) => {
    setScrolled((before) => {
      if (before.has(stepId) === isScrolled) return before;
      const next = new Set(before);
      if (isScrolled) next.add(stepId);
      else next.delete(stepId);
      return next;
    });
  }, []);

  /** A column that is still held is so from now on. */
  const release = useCallback((stepId: string) => {
    setTops((before) => new Map([...before].filter(([id]) => id !== stepId)));
  }, []);

  const columns = useMemo(
    () =>
      steps.map(
        (step): BoardColumn => ({
          step,
          items: holdBack(step.items, tops.get(step.id), moved),
        }),
      ),
    [steps, tops, moved],
  );

  return { columns, onScrolled, release };
}
