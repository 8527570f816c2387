'use client';

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTRPC, useTRPCClient } from '#app/_trpc/client.ts';
import { isNewer, withBeginning } from '#app/_trpc/loaded-list.ts';
import { createStored } from '#app/_ui/stored.ts';
import { cardsPerPage } from '#db/values/limits.ts';
import type { BoardInput, BoardView } from '#server/panel-api/schemas/board.ts';
import type { LeadPage, LeadRow } from '#server/panel-api/schemas/leads.ts';

/** Milliseconds until a failed request is repeated. */
const retryInterval = 5_000;
/** Leads of a step that are read again. */
const mostReadAgain = 200;

type BoardShown = Pick<BoardInput, 'funnelId' | 'filter' | 'search'>;

/** The board of a funnel. `LiveQueries` keeps it current. */
export function useBoard(input: BoardShown) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { queryKey } = trpc.leads.board.queryOptions(input);

  const board = useQuery({
    queryKey,
    queryFn: read,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.error ? retryInterval : false),
  });

  async function read({ signal }: { signal: AbortSignal }) {
    const shown = queryClient.getQueryData(queryKey)?.steps ?? [];
    const loaded = Math.max(cardsPerPage, ...shown.map((step) => step.items.length));
    const limit = Math.min(mostReadAgain, loaded);
    const fresh = await client.leads.board.query({ ...input, limit }, { signal });
    signal.throwIfAborted();
    // Pages may have been added meanwhile.
    return mergeBoard(queryClient.getQueryData(queryKey), fresh);
  }

  const { funnelId, filter, search } = input;
  const loadMore = useCallback(
    async (stepId: string, cursor: string) => {
      const page = await client.leads.list.query({
        stepId,
        filter,
        search,
        cursor,
        limit: cardsPerPage,
      });
      const options = trpc.leads.board.queryOptions({ funnelId, filter, search });
      queryClient.setQueryData(
        options.queryKey,
        (shown) => shown && appendPage(shown, { stepId, cursor }, page),
      );
    },
    [client, queryClient, trpc, funnelId, filter, search],
  );

  return { board, queryKey, loadMore };
}

export type Board = ReturnType<typeof useBoard>;

/** A board that was read again, with what was loaded of its columns by scrolling. */
export function mergeBoard(loaded: BoardView | undefined, fresh: BoardView): BoardView {
  const before = new Map(loaded?.steps.map((step) => [step.id, step]));
  const steps = fresh.steps.map((step) => {
    const known = before.get(step.id);
    return known ? { ...step, ...withBeginning(known, step, isNewer) } : step;
  });
  const stepOf = new Map(
    fresh.steps.flatMap((step) => step.items.map((item) => [item.id, step.id] as const)),
  );
  // A lead that has moved up into the beginning of another column.
  const isHere = (id: string, stepId: string) => (stepOf.get(id) ?? stepId) === stepId;

  return {
    steps: steps.map((step) => ({
      ...step,
      items: step.items.filter(({ id }) => isHere(id, step.id)),
    })),
  };
}

/** Adds the next page of a step, unless the step has been read again meanwhile. */
export function appendPage(
  board: BoardView,
  { stepId, cursor }: { stepId: string; cursor: string },
  page: LeadPage,
): BoardView {
  const steps = board.steps.map((step) => {
    if (step.id !== stepId || step.nextCursor !== cursor) return step;
    const known = new Set(step.items.map(({ id }) => id));
    const items = [...step.items, ...page.items.filter(({ id }) => !known.has(id))];
    return { ...step, items, nextCursor: page.nextCursor };
  });

  return { steps };
}

/** Puts a lead into a step, at its place by arrival; a step that is not on the board takes it away. */
export function moveCard(board: BoardView, lead: LeadRow, to: string): BoardView {
  const steps = board.steps.map((step) => {
    const isHere = step.items.some(({ id }) => id === lead.id);
    if (isHere === (step.id === to)) return step;

    const others = step.items.filter(({ id }) => id !== lead.id);
    if (isHere) return { ...step, items: others, leads: Math.max(0, step.leads - 1) };
    const before = others.findIndex((item) => isNewer(lead, item));
    const items = others.toSpliced(before < 0 ? others.length : before, 0, lead);
    return { ...step, items, leads: step.leads + 1 };
  });

  return { steps };
}

interface BoardSettings {
  compact: boolean;
}

/** How high the cards of a board are in this browser. */
export const useBoardSettings = createStored<BoardSettings>(
  'leadgate.board',
  { compact: false },
  (stored: { compact?: unknown }) => ({ compact: stored.compact === true }),
);

interface Column {
  items: readonly { id: string }[];
}

/** The lead that a key moves the focus to: in its column, or at the same height of the next one that has leads. */
export function leadAfter(columns: readonly Column[], id: string, key: string): string | undefined {
  const at = columns.findIndex(({ items }) => items.some((item) => item.id === id));
  const items = columns[at]?.items ?? [];
  const index = items.findIndex((item) => item.id === id);
  const inColumn = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1 };
  const place = new Map(Object.entries(inColumn)).get(key);
  if (place !== undefined) return items[place]?.id;

  const side = { ArrowRight: columns.slice(at + 1), ArrowLeft: columns.slice(0, at).reverse() };
  const next = new Map(Object.entries(side)).get(key)?.find((column) => column.items.length > 0);
  return next?.items[Math.min(index, next.items.length - 1)]?.id;
}
