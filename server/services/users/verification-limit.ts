import { TooManyRequestsError } from '../errors.ts';

interface LimitOptions {
  atOnce: number;
  /** What else comes is refused. */
  maxWaiting: number;
}

/**
 * Runs what needs a core for long, as the verification of a password does: so many at once, a few
 * wait, more are refused, and the cores stay free for leads.
 */
export class VerificationLimit {
  readonly #options: LimitOptions;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(options: LimitOptions) {
    this.#options = options;
  }

  /** @throws TooManyRequestsError when too many wait; what the work throws */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const { atOnce, maxWaiting } = this.#options;
    if (this.#running < atOnce) {
      this.#running += 1;
    } else {
      if (this.#waiting.length >= maxWaiting) {
        throw new TooManyRequestsError('Too many passwords are being checked. Try again', 1);
      }
      /* Resolved by the one that ends, which leaves its place. */
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }

    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
