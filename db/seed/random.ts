import { v7 } from 'uuid';

/** Time in the IDs of rows that every installation has alike. */
const epoch = new Date('2026-01-01T00:00:00.000Z');

export type Weighted<Value> = readonly (readonly [Value, number])[];

/** Repeatable random values: the same seed gives the same demo data. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 up to, but not including, 1. The generator is mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both ends included. */
  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Value>(values: readonly Value[]): Value {
    return this.weighted(values.map((value) => [value, 1]));
  }

  weighted<Value>(values: Weighted<Value>): Value {
    let rest = this.next() * values.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of values) {
      rest -= weight;
      if (rest < 0) return value;
    }
    throw new Error('Nothing to choose from');
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.int(0, 9)).join('');
  }

  /** A UUID version 7 whose time is `at`. */
  uuid(at: Date = epoch): string {
    const random = Uint8Array.from({ length: 16 }, () => this.int(0, 255));
    return v7({ msecs: at.getTime(), random });
  }
}
