/** Milliseconds between two looks, and how late a look may be. */
const interval = 50;
const tolerance = 100;
/** Requests between two looks below which a late event loop has another reason than requests. */
const crowd = 100;

/**
 * Tells whether requests come faster than they can be answered: the event loop is more than 100 ms
 * late, and a crowd has come meanwhile. Late without one, as while a page is being drawn, refusing
 * would help nobody.
 */
export class LoadGauge {
  readonly #timer: NodeJS.Timeout;
  #due = performance.now() + interval;
  #arrived = 0;
  #isLate = false;

  constructor() {
    this.#timer = setInterval(() => this.#look(), interval).unref();
  }

  get isLate(): boolean {
    return this.#isLate;
  }

  /** Counts a request. */
  arrive(): void {
    this.#arrived += 1;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const now = performance.now();
    this.#isLate = now - this.#due > tolerance && this.#arrived > crowd;
    this.#arrived = 0;
    this.#due = now + interval;
  }
}
