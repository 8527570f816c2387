/** The database did not answer in time. What was asked of it may still happen. */
export class DeadlineError extends Error {
  readonly code = 'DEADLINE';

  constructor() {
    super('The database did not answer in time');
  }
}

/** Nobody waits for it any more: it was not sent, or was cancelled. */
export class AbandonedError extends Error {
  readonly code = 'DEADLINE';

  constructor() {
    super('Nobody waits for the database any more');
  }
}

/** Waits at most `milliseconds` for work that has other ends than its own. */
export function withDeadline<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(new DeadlineError()), milliseconds);
  work.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}

/** Tells the milliseconds that are left of so many, at least one. */
export function countdown(milliseconds: number): () => number {
  const until = performance.now() + milliseconds;
  return () => Math.max(1, until - performance.now());
}
