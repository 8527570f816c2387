/** Milliseconds before the first worker after one that died while it started, and at most. */
const shortest = 100;
const longest = 3_000;
const limit = 10;

/** Slows down the replacing of workers that die while they start, and ends it at some point. */
export class BackOff {
  #inARow = 0;

  get deaths(): number {
    return this.#inARow;
  }

  /** @returns milliseconds to wait before the next one; undefined when there is no hope left */
  died(): number | undefined {
    this.#inARow += 1;
    if (this.#inARow >= limit) return undefined;

    return Math.min(longest, shortest * 2 ** (this.#inARow - 1));
  }

  served(): void {
    this.#inARow = 0;
  }
}
