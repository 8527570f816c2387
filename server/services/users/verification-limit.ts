import { TooManyRequestsError } from '../errors.ts';

interface LimitOptions {
  atOnce: number;
  /** Of each kind of caller; what else comes is refused. */
  maxWaiting: number;
}

/** `known`: signed in, or in a browser that has signed in to the account before. */
export type VerificationCaller = 'known' | 'stranger';

/**
 * Runs what needs a core for long, as the verification of a password does: so many at once, a few
 * wait, more are refused, and the cores stay free for leads. Known callers go first and have places of
 * their own, so that a crowd of strangers does not keep them out.
 */
export class VerificationLimit {
  readonly #options: LimitOptions;
  readonly #waiting: Record<VerificationCaller, (() => void)[]> = { known: [], stranger: [] };
  #running = 0;

  constructor(options: LimitOptions) {
    this.#options = options;
  }

  /** @throws TooManyRequestsError when too many of its kind wait; what the work throws */
  async run<T>(caller: VerificationCaller, work: () => Promise<T>): Promise<T> {
    const { atOnce, maxWaiting } = this.#options;
    if (this.#running < atOnce) {
      this.#running += 1;
    } else {
      const waiting = this.#waiting[caller];
      if (waiting.length >= maxWaiting) {
        throw new TooManyRequestsError('Too many passwords are being checked. Try again', 1);
      }
      /* Resolved by the one that ends, which leaves its place. */
      await new Promise<void>((resolve) => waiting.push(resolve));
    }

    try {
      return await work();
    } finally {
      const next = this.#waiting.known.shift() ?? this.#waiting.stranger.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
