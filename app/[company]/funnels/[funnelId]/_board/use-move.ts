'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TRPCClientErrorLike } from '@trpc/client';
import { useCallback, useState } from 'react';
import { useTRPCClient } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { showRetry, showUndo } from '#app/_ui/toaster.tsx';
import { useRefreshLeads } from '#app/[company]/_leads/use-refresh-leads.ts';
import type { PanelRouter } from '#server/panel-api/panel-router.ts';
import type { BoardView } from '#server/panel-api/schemas/board.ts';
import type { LeadDetail, LeadRow } from '#server/panel-api/schemas/leads.ts';
import { moveCard } from './merge-board.ts';
import type { Board } from './use-board.ts';

interface Place {
  id: string;
  name: string;
}

export interface Move {
  lead: LeadRow;
  from: Place;
  to: Place;
  isUndo?: boolean;
}

/**
 * Moves leads between the steps of a board. A card is shown in its new step at once, and goes back
 * when the server refuses; when another member moved it first, it goes to where that one put it.
 */
export function useMove({ board, queryKey }: Board) {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const refreshLeads = useRefreshLeads();
  const [pending, setPending] = useState<readonly Move[]>([]);

  const { mutate } = useMutation<LeadDetail, TRPCClientErrorLike<PanelRouter>, Move>({
    scope: { id: 'moves on the board' },
    mutationFn: ({ lead, from, to }) =>
      client.leads.move.mutate({ id: lead.id, step: { from: from.id, to: to.id } }),
    onSuccess: async (_, { lead, from, to, isUndo }) => {
      await show(lead, to.id);
      const text = `${lead.name} moved ${isUndo ? 'back ' : ''}to ${to.name}`;
      announce(text);
      if (!isUndo) showUndo(text, () => move({ lead, from: to, to: from, isUndo: true }));
    },
    onError: async (error, tried) => {
      const { lead, from, to } = tried;
      const refusal = `${lead.name} was not moved to ${to.name}.`;
      const conflict = error.data?.conflict;
      if (!conflict) {
        const { message } = readFailure(error);
        announce(`${refusal} ${message}`);
        showRetry(`${refusal} ${message}`, () => move(tried));
        return;
      }

      const { event, value } = conflict;
      const theirs = { id: value, name: event.to ?? from.name };
      const change = `${refusal} ${event.actorName} moved it to ${theirs.name} first.`;
      await show(lead, value);
      announce(change);
      showRetry(change, () => move({ lead, from: theirs, to }), `Move to ${to.name}`);
    },
    onSettled: (_data, _error, { lead }) =>
      setPending((before) => before.filter((each) => each.lead.id !== lead.id)),
  });

  /** Ends a request from before the move, whose answer would show the old step. */
  async function show(lead: LeadRow, stepId: string): Promise<void> {
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, (shown) => shown && moveCard(shown, lead, stepId));
    refreshLeads();
  }

  const move = useCallback(
    (wanted: Move) => {
      if (wanted.from.id === wanted.to.id) return;
      setPending((before) => [...before.filter((each) => each.lead.id !== wanted.lead.id), wanted]);
      mutate(wanted);
    },
    [mutate],
  );

  const shown: BoardView | undefined =
    board.data &&
    pending.reduce((before, { lead, to }) => moveCard(before, lead, to.id), board.data);

  return { shown, move };
}
