import { isTransient } from '#db/errors.ts';
import {
  largeGroupRows,
  maxGroupRows,
  maxQueueMs,
  maxWaitingRows,
  minEstimateRows,
  slowGroupMs,
} from '../limits.ts';
import { DeadlineError } from './deadline.ts';

/** The queue is full; nothing was stored. */
export class OverloadError extends Error {
  readonly code = 'OVERLOADED';
}

/** Weight of the earlier estimate beside a group that has just ended. */
const estimateDecay = 0.75;

/** Estimates how long rows take to be stored, from the groups that were stored last. */
export class ThroughputEstimate {
  #rows = 0;
  #milliseconds = 0;
  #lastEnd = 0;

  /**
   * Counts a group that has ended, stored or not.
   *
   * @param began by `performance.now()`
   */
  add(rows: number, began: number): void {
    const now = performance.now();
    // Concurrent groups share the database's time: each is counted for what it adds.
    const took = now - Math.max(began, this.#lastEnd);
    this.#lastEnd = now;
    if (rows < minEstimateRows) return;

    this.#rows = estimateDecay * this.#rows + rows;
    this.#milliseconds = estimateDecay * this.#milliseconds + took;
  }

  /** The estimate is stale once the queue is empty. */
  reset(): void {
    this.#rows = 0;
    this.#milliseconds = 0;
  }

  /** Milliseconds; 0 while nothing is known. */
  estimateWait(rows: number): number {
    return this.#rows === 0 ? 0 : (rows * this.#milliseconds) / this.#rows;
  }
}

interface Waiting<Row, Result> {
  row: Row;
  /** When its answer is needed, by `performance.now()`. */
  until: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

interface GroupCommitOptions<Row, Result> {
  /**
   * Commits a group; all of it or nothing.
   *
   * @param slot number of the slot that it runs in, from 0; no other group runs there meanwhile
   * @param until when the answer is needed, by `performance.now()`
   * @returns a result for each row, in their order
   */
  commit(rows: readonly Row[], slot: number, until: number): Promise<readonly Result[]>;
  /** Groups that may run at once. */
  slots: number;
}

/**
 * Commits rows in groups: those that arrive while a commit is under way go into the next one. A row
 * alone does not wait for others. Each row gets its own result, and only after its commit.
 *
 * Two small groups at once cost the database more than one after the other, so the next group waits
 * until it is large, or until the one before has taken long, as on a slow disk.
 */
export class GroupCommit<Row, Result> {
  readonly #options: GroupCommitOptions<Row, Result>;
  readonly #freeSlots: number[];
  readonly #throughput = new ThroughputEstimate();
  #waiting: Waiting<Row, Result>[] = [];
  /** Groups under way that have not taken long yet. */
  #quickGroups = 0;
  #rowsUnderWay = 0;
  #isScheduled = false;

  constructor(options: GroupCommitOptions<Row, Result>) {
    this.#options = options;
    this.#freeSlots = Array.from({ length: options.slots }, (_, n) => n);
  }

  /** Whether one more row would have to wait too long. */
  get isFull(): boolean {
    const ahead = this.#waiting.length + this.#rowsUnderWay;
    return (
      this.#waiting.length >= maxWaitingRows || this.#throughput.estimateWait(ahead) > maxQueueMs
    );
  }

  /**
   * @param until when the result is needed, by `performance.now()`
   * @throws OverloadError; DeadlineError (the row may be stored all the same); what the database says
   *   to this row
   */
  add(row: Row, until: number): Promise<Result> {
    if (this.isFull) return Promise.reject(new OverloadError());

    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#waiting.push({ row, until, resolve, reject });
    this.#schedule();
    return promise;
  }

  /** Waits for the end of this turn of the event loop, so that all rows of the turn go together. */
  #schedule(): void {
    if (this.#isScheduled || !this.#mayStart()) return;

    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#startGroups();
    });
  }

  #mayStart(): boolean {
    if (this.#freeSlots.length === 0) return false;
    return this.#quickGroups === 0 || this.#waiting.length >= largeGroupRows;
  }

  #startGroups(): void {
    while (this.#waiting.length > 0 && this.#mayStart()) {
      const group = this.#takeGroup(performance.now());
      const slot = group.length > 0 ? this.#freeSlots.pop() : undefined;
      if (slot !== undefined) void this.#run(group, slot);
    }
  }

  /** Rows whose time has passed are rejected and not sent, so they are surely not stored. */
  #takeGroup(now: number): Waiting<Row, Result>[] {
    const taken = this.#waiting.slice(0, maxGroupRows);
    this.#waiting = this.#waiting.slice(maxGroupRows);
    const late = taken.filter(({ until }) => until <= now);
    for (const { reject } of late) reject(new DeadlineError());

    return late.length === 0 ? taken : taken.filter(({ until }) => until > now);
  }

  /** The next group starts before this one's rows are answered: the database need not wait for that. */
  async #run(group: Waiting<Row, Result>[], slot: number): Promise<void> {
    const end = this.#countGroup(group.length);
    const answer = await this.#commit(group, slot);
    end();
    this.#freeSlots.push(slot);
    this.#startGroups();
    answer();
  }

  /** Counts a group as quick until it ends or has taken long. Returns what ends it. */
  #countGroup(rows: number): () => void {
    const began = performance.now();
    this.#rowsUnderWay += rows;
    this.#quickGroups += 1;
    let isQuick = true;
    const becomeSlow = () => {
      if (isQuick) this.#quickGroups -= 1;
      isQuick = false;
    };
    const timer = setTimeout(() => {
      becomeSlow();
      this.#startGroups();
    }, slowGroupMs);

    return () => {
      clearTimeout(timer);
      becomeSlow();
      this.#rowsUnderWay -= rows;
      this.#throughput.add(rows, began);
      if (this.#rowsUnderWay + this.#waiting.length === 0) this.#throughput.reset();
    };
  }

  /**
   * Retries a refused group row by row, so that only the bad rows fail.
   *
   * @returns what answers the rows
   */
  async #commit(group: Waiting<Row, Result>[], slot: number): Promise<() => void> {
    try {
      const until = Math.min(...group.map((each) => each.until));
      // A row of a refused group may be late when its turn comes.
      if (until <= performance.now()) throw new DeadlineError();

      const rows = group.map(({ row }) => row);
      const results = await this.#options.commit(rows, slot, until);
      return () => {
        for (const [n, { resolve, reject }] of group.entries()) {
          const result = results[n];
          if (result === undefined) reject(new Error('A row of a group got no result'));
          else resolve(result);
        }
      };
    } catch (error) {
      if (group.length === 1 || isTransient(error)) {
        return () => {
          for (const { reject } of group) reject(error);
        };
      }

      for (const one of group) (await this.#commit([one], slot))();
      return () => {};
    }
  }
}
