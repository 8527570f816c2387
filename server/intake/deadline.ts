export { DeadlineError, withDeadline } from '#db/deadline.ts';

/**
 * Time that a request may wait for the database in all, so that it is answered within 3 s. The
 * server ends a statement half a second earlier, and then surely nothing is stored.
 */
const requestDatabaseMs = 2_500;

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
