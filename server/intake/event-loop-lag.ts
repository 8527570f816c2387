import { lagCheckIntervalMs, maxEventLoopLagMs, minRequestsForLag } from '../limits.ts';

/**
 * Tells whether requests arrive faster than they can be answered: the event loop is more than 100 ms
 * late, and many requests have arrived meanwhile. Lag alone, as while a page is rendered, is no
 * reason to refuse leads.
 */
export class EventLoopLag {
  readonly #timer: NodeJS.Timeout;
  #due = performance.now() + lagCheckIntervalMs;
  #requests = 0;
  #isOverloaded = false;

  constructor() {
    this.#timer = setInterval(() => this.#check(), lagCheckIntervalMs).unref();
  }

  get isOverloaded(): boolean {
    return this.#isOverloaded;
  }

  countRequest(): void {
    this.#requests += 1;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    const now = performance.now();
    this.#isOverloaded = now - this.#due > maxEventLoopLagMs && this.#requests > minRequestsForLag;
    this.#requests = 0;
    this.#due = now + lagCheckIntervalMs;
  }
}
