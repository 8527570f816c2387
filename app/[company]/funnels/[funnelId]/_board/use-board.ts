'use client';

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTRPC, useTRPCClient } from '#app/_trpc/client.ts';
import { cardsPerPage } from '#db/values/limits.ts';
import type { BoardInput } from '#server/panel-api/schemas/board.ts';
import { appendPage, mergeBoard } from './merge-board.ts';

/** Milliseconds until a failed request is repeated. */
const retryInterval = 5_000;
/** Leads of a step that are read again. */
const mostReadAgain = 200;

export type BoardShown = Pick<BoardInput, 'funnelId' | 'filter' | 'search'>;

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
