'use client';

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useTRPC, useTRPCClient } from '#app/_trpc/client.ts';
import { useChanges } from '#app/_trpc/use-changes.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { count } from '#app/_ui/format.ts';
import { cardsPerPage } from '#db/values/limits.ts';
import type { BoardInput } from '#server/panel-api/schemas/board.ts';
import { appendPage, countArrivals, mergeBoard } from './merge-board.ts';

/** Milliseconds until a failed request is repeated. */
const retryInterval = 5_000;
/** Leads of a step that are read again after a change by a person, which may concern any of them. */
const mostReadAgain = 200;

export type BoardShown = Pick<BoardInput, 'funnelId' | 'filter' | 'search'>;

/**
 * The board of a funnel. After new leads only their steps are read again, after other changes all of
 * them, with what was loaded by scrolling.
 */
export function useBoard(input: BoardShown) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const { queryKey } = trpc.leads.board.queryOptions(input);
  /** The steps to read; empty or null for all. */
  const changed = useRef<Set<string> | null>(new Set());

  useChanges(async (steps) => {
    const shown = queryClient.getQueryData(queryKey)?.steps ?? [];
    const here = steps?.filter((id) => shown.some((step) => step.id === id));
    if (here?.length === 0) return;
    if (!here) {
      changed.current = null;
      queryClient.invalidateQueries(trpc.funnels.get.queryFilter({ id: input.funnelId }));
    }
    for (const id of here ?? []) changed.current?.add(id);
    await queryClient.invalidateQueries({ queryKey });
  });

  const board = useQuery({
    queryKey,
    queryFn: read,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.error ? retryInterval : false),
  });

  async function read({ signal }: { signal: AbortSignal }) {
    const before = queryClient.getQueryData(queryKey);
    const asked = before && changed.current?.size ? [...changed.current] : undefined;
    const loaded = Math.max(
      cardsPerPage,
      ...(before?.steps ?? []).map((step) => step.items.length),
    );
    const limit = asked ? cardsPerPage : Math.min(mostReadAgain, loaded);
    changed.current = new Set();
    try {
      const fresh = await client.leads.board.query({ ...input, stepIds: asked, limit }, { signal });
      signal.throwIfAborted();
      // Pages may have been added meanwhile.
      const latest = queryClient.getQueryData(queryKey);
      const arrived = latest ? countArrivals(latest, fresh) : 0;
      if (arrived > 0) announce(count(arrived, 'new lead'));

      return mergeBoard(latest, fresh, asked);
    } catch (error) {
      changed.current = null;
      throw error;
    }
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
