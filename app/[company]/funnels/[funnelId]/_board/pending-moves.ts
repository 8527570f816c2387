import type { LeadRow } from '#server/panel-api/schemas/leads.ts';

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

/** A move that the server has not answered. */
export interface PendingMove {
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
