import { TooManyRequestsError } from '../errors.ts';

/** Bounds the exports of a process: each has a connection for as long as its caller reads. */
export class ExportLimit {
  readonly #atOnce: number;
  readonly #retrySeconds: number;
  #running = 0;

  /** @param retrySeconds when one that is refused should try again */
  constructor(atOnce: number, retrySeconds: number) {
    this.#atOnce = atOnce;
    this.#retrySeconds = retrySeconds;
  }

  /**
   * @returns ends what was begun; call it once
   * @throws TooManyRequestsError
   */
  begin(): () => void {
    if (this.#running >= this.#atOnce) {
      const text = 'Other exports are running. Try again when they have ended';
      throw new TooManyRequestsError(text, this.#retrySeconds);
    }
    this.#running += 1;
    return () => {
      this.#running -= 1;
    };
  }
}
