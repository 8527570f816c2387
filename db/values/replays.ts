/** Sending requests of the intake log again, and reading those of stored leads again. Sent to the browser. */

/** `undoing` and `running` are worked on; the others have ended. */
export const replayStatuses = ['running', 'done', 'cancelled', 'undoing', 'undone'] as const;

/**
 * What became of a request that was sent again: a lead was `created`, or there was one already
 * (`repeated`); of a stored lead values were `filled`, or there was nothing to fill (`unchanged`). An undo
 * makes `undone` of the first and of `filled`.
 */
export const replayOutcomes = [
  'created',
  'repeated',
  'filled',
  'unchanged',
  'refused',
  'undone',
] as const;
export type ReplayOutcome = (typeof replayOutcomes)[number];

/** Requests of one replay. */
export const replayMax = 100_000;
export const replayResultsPerPage = 50;
export const undoReplayMinutes = 10;
/** Replays of a cause that its page lists. */
export const replaysShown = 10;
/** Hours in which a sender's late retry of a request that was sent again gets the same lead. */
export const lateRetryHours = 24;
