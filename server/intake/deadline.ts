export { DeadlineError, withDeadline } from '#db/deadline.ts';

/**
 * Milliseconds that a request may wait for the database in all, so that it is answered within 3 s.
 * The server gives a statement up half a second earlier, and then surely nothing is stored.
 */
const patience = 2_500;

/** When a request that begins now must have its answer, by `performance.now()`. */
export const answerBy = () => performance.now() + patience;
