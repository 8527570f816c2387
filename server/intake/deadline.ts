import { requestDatabaseMs } from '../limits.ts';

export { DeadlineError, withDeadline } from '#db/deadline.ts';

/** When a request that begins now must have its answer, by `performance.now()`. */
export const answerBy = () => performance.now() + requestDatabaseMs;

/** When one request must have its answer. Waiting for the sender does not count. */
export class RequestDeadline {
  #until = answerBy();

  /** By `performance.now()`. */
  get until(): number {
    return this.#until;
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
