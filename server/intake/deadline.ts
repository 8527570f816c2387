import { withDeadline } from '#db/deadline.ts';
import { requestDatabaseMs } from '../limits.ts';

export { DeadlineError, withDeadline } from '#db/deadline.ts';

/** When a request that begins now must have its answer, by `performance.now()`. */
export const answerBy = () => performance.now() + requestDatabaseMs;

/** How long one request may wait for the database. Waiting for the sender does not count. */
export class RequestDeadline {
  #until = answerBy();

  /** By `performance.now()`. */
  get until(): number {
    return this.#until;
  }

  /** @throws DeadlineError when the work takes too long; it may still happen */
  limit<T>(work: Promise<T>): Promise<T> {
    return withDeadline(work, this.#until - performance.now());
  }

  /** Puts the deadline off for as long as the work takes. */
  async pause<T>(work: Promise<T>): Promise<T> {
    const began = performance.now();
    try {
      return await work;
    } finally {
      this.#until += performance.now() - began;
    }
  }
}
