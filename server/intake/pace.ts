/** Rows below which a group says little: most of its time is spent on being a group. */
const crowd = 50;
/** How much of what was known counts beside a group that has just ended. */
const memory = 0.75;

/** How long rows take to be stored while many of them wait, by the groups that were stored last. */
export class Pace {
  #rows = 0;
  #took = 0;
  #lastEnd = 0;

  /**
   * A group has ended, stored or not.
   *
   * @param began by `performance.now()`
   */
  note(rows: number, began: number): void {
    const now = performance.now();
    // Groups beside each other share the database's time: each is counted for what it adds.
    const took = now - Math.max(began, this.#lastEnd);
    this.#lastEnd = now;
    if (rows < crowd) return;

    this.#rows = memory * this.#rows + rows;
    this.#took = memory * this.#took + took;
  }

  /** Nothing waits any more: the next crowd may find the database in another mood. */
  forget(): void {
    this.#rows = 0;
    this.#took = 0;
  }

  /** Milliseconds; 0 while nothing is known. */
  timeFor(rows: number): number {
    return this.#rows === 0 ? 0 : (rows * this.#took) / this.#rows;
  }
}
