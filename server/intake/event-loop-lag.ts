import {
  busyEventLoopLagMs,
  lagCheckIntervalMs,
  maxEventLoopLagMs,
  minRequestsForLag,
} from '../limits.ts';

/**
 * Tells whether requests arrive faster than they can be answered: the event loop is more than 100 ms
 * late, and many requests have arrived meanwhile. Lag alone, as while a page is rendered, is no
 * reason to refuse leads.
 */
export class EventLoopLag {
  readonly #timer: NodeJS.Timeout;
  #due = performance.now() + lagCheckIntervalMs;
  #requests = 0;
  /** Milliseconds; 0 without many requests. */
  #lag = 0;

  constructor() {
    this.#timer = setInterval(() => this.#check(), lagCheckIntervalMs).unref();
  }

  get isOverloaded(): boolean {
    return this.#lag > maxEventLoopLagMs;
  }

  /** Half way there: what is not needed should be refused. */
  get isBusy(): boolean {
    return this.#lag > busyEventLoopLagMs;
  }

  countRequest(): void {
    this.#requests += 1;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    const now = performance.now();
    this.#lag = this.#requests > minRequestsForLag ? now - this.#due : 0;
    this.#requests = 0;
    this.#due = now + lagCheckIntervalMs;
  }
}
