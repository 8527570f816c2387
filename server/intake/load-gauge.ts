/** Milliseconds between two looks, and how late a look may be. */
const interval = 50;
const tolerance = 100;

/**
 * Tells whether the event loop is behind: a look that was due more than 100 ms ago, and the one
 * before too. One long task, as a page being drawn, is a hiccup that nobody need be refused for.
 */
export class LoadGauge {
  readonly #timer: NodeJS.Timeout;
  #due = performance.now() + interval;
  #lateInARow = 0;

  constructor() {
    this.#timer = setInterval(() => this.#look(), interval).unref();
  }

  get isLate(): boolean {
    return this.#lateInARow > 1;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const now = performance.now();
    this.#lateInARow = now - this.#due > tolerance ? this.#lateInARow + 1 : 0;
    this.#due = now + interval;
  }
}
