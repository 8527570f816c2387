'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TRPCClientErrorLike } from '@trpc/client';
import { useCallback, useRef, useState } from 'react';
import { useTRPCClient } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { showRetry, showUndo } from '#app/_ui/toaster.tsx';
import { askIfEnded, closeQuestion } from '#app/features/leads/ask-outcome.ts';
import { useRefreshLeads } from '#app/features/leads/use-change-leads.ts';
import type { PanelRouter } from '#server/panel-api/panel-router.ts';
import type { BoardView } from '#server/panel-api/schemas/board.ts';
import type { ChangedLead, LeadRow } from '#server/panel-api/schemas/leads.ts';
import { type Board, moveCard } from './use-board.ts';

/**
 * Moves leads between the steps of a board. A card is shown in its new step at once, and goes back
 * when the server refuses; when another member moved it first, it goes to where that one put it.
 */
export function useMove({ board, queryKey }: Board) {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const refreshLeads = useRefreshLeads();
  const [pending, setPending] = useState<readonly PendingMove[]>([]);
  /** The same at once, for moves that are sent before the next render. */
  const latest = useRef(pending);
  /** Ids of the leads that were moved here. */
  const [moved, setMoved] = useState<ReadonlySet<string>>(() => new Set());

  const setMoves = useCallback((next: readonly PendingMove[]) => {
    latest.current = next;
    setPending(next);
  }, []);

  const { mutate } = useMutation<ChangedLead | undefined, TRPCClientErrorLike<PanelRouter>, Move>({
    scope: { id: 'moves on the board' },
    mutationFn: async (made) => {
      const { lead, to } = made;
      const from = fromOf(latest.current, made);
      // Back to where a failed move has left it.
      if (from.id === to.id) return undefined;
      if (made.undoes === undefined) {
        return client.leads.move.mutate({ id: lead.id, step: { from: from.id, to: to.id } });
      }
      const before = await client.leads.undo.mutate({ id: lead.id, at: made.undoes });
      return before ? { ...before, changedAt: null } : undefined;
    },
    onSuccess: async (answer, made) => {
      const { lead, to } = made;
      if (!answer) return;
      await show(lead, to.id);
      if (isSuperseded(latest.current, made)) return;
      const from = fromOf(latest.current, made);
      const isUndo = made.undoes !== undefined;
      const text = `${lead.name} moved ${isUndo ? 'back ' : ''}to ${to.name}`;
      announce(text);
      if (isUndo) closeQuestion(lead.id);
      const { changedAt } = answer;
      if (changedAt === null) return;
      showUndo(text, () => move({ lead, from: to, to: from, undoes: changedAt }));
      askIfEnded(answer);
    },
    onError: async (error, made) => {
      if (isSuperseded(latest.current, made)) return;
      const { lead, to } = made;
      const from = fromOf(latest.current, made);
      const refusal = `${lead.name} was not moved to ${to.name}.`;
      const conflict = error.data?.conflict;
      if (!conflict) {
        const { message } = readFailure(error);
        announce(`${refusal} ${message}`);
        showRetry(`${refusal} ${message}`, () => move({ ...made, from }));
        return;
      }

      const { event, value } = conflict;
      const theirs = { id: value, name: event.to ?? from.name };
      const change = `${refusal} ${event.actorName} moved it to ${theirs.name} first.`;
      await show(lead, value);
      announce(change);
      showRetry(change, () => move({ lead, from: theirs, to }), `Move to ${to.name}`);
    },
    onSettled: (_answer, error, made) => setMoves(endMove(latest.current, made, error !== null)),
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
      setMoves(addMove(latest.current, wanted));
      setMoved((before) => new Set([...before, wanted.lead.id]));
      mutate(wanted);
    },
    [setMoves, mutate],
  );

  const shown: BoardView | undefined =
    board.data &&
    pending.reduce((before, { move: { lead, to } }) => moveCard(before, lead, to.id), board.data);

  return { shown, moved, move };
}

interface Place {
  id: string;
  name: string;
}

export interface Move {
  lead: LeadRow;
  from: Place;
  to: Place;
  /** The time of the move that this takes back, with all that came with it. */
  undoes?: string;
}

/** A move that the server has not answered. */
interface PendingMove {
  /** As it was made. Identifies it: a lead may have several, which are sent one after the other. */
  move: Move;
  /** The step that the lead will be in when the move is sent. */
  from: Place;
}

export const addMove = (pending: readonly PendingMove[], move: Move): PendingMove[] => [
  ...pending,
  { move, from: move.from },
];

export const fromOf = (pending: readonly PendingMove[], move: Move): Place =>
  pending.find((each) => each.move === move)?.from ?? move.from;

const without = (pending: readonly PendingMove[], move: Move) =>
  pending.filter((each) => each.move !== move);

/** The next move of the lead, which is sent after this one. */
const nextOf = (pending: readonly PendingMove[], { lead }: Move) =>
  pending.find((each) => each.move.lead.id === lead.id);

/** Whether a later move of the lead decides where it is in the end. */
export const isSuperseded = (pending: readonly PendingMove[], move: Move): boolean =>
  nextOf(without(pending, move), move) !== undefined;

/** @param hasFailed then the next move of the lead starts from where this one did */
export function endMove(
  pending: readonly PendingMove[],
  move: Move,
  hasFailed: boolean,
): PendingMove[] {
  const others = without(pending, move);
  if (!hasFailed) return others;
  const next = nextOf(others, move);
  const from = fromOf(pending, move);
  return others.map((each) => (each === next ? { ...each, from } : each));
}
