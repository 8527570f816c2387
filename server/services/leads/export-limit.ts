import { TooManyRequestsError } from '../errors.ts';

/** Bounds the exports of a process, one of each company: each has a connection while its caller reads. */
export class ExportLimit {
  readonly #atOnce: number;
  readonly #retrySeconds: number;
  /** By company. */
  readonly #running = new Map<string, object>();

  /** @param retrySeconds when one that is refused should try again */
  constructor(atOnce: number, retrySeconds: number) {
    this.#atOnce = atOnce;
    this.#retrySeconds = retrySeconds;
  }

  /**
   * @returns ends what was begun; a second call does nothing
   * @throws TooManyRequestsError
   */
  begin(companyId: string): () => void {
    if (this.#running.has(companyId)) {
      const text = 'Another export of this company is running. Try again when it has ended';
      throw new TooManyRequestsError(text, this.#retrySeconds);
    }
    if (this.#running.size >= this.#atOnce) {
      const text = 'Exports of other companies are running. Try again when one of them has ended';
      throw new TooManyRequestsError(text, this.#retrySeconds);
    }
    const run = {};
    this.#running.set(companyId, run);
    return () => {
      if (this.#running.get(companyId) === run) this.#running.delete(companyId);
    };
  }
}
