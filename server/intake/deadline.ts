/** Milliseconds that a request may wait for the database in all, so that it is answered within 5 s. */
const patience = 4_500;

/** When a request that begins now must have its answer, by `performance.now()`. */
export const answerBy = () => performance.now() + patience;

/** The database did not answer in time. What was asked of it may still happen. */
export class DeadlineError extends Error {
  readonly code = 'DEADLINE';
}

/** Waits at most `milliseconds`, because the driver itself waits for ever for a free connection. */
export function withDeadline<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(new DeadlineError()), milliseconds);
  work.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
