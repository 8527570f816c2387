import { isPassingFault } from '#db/errors.ts';
import type { StoredLeads, WrittenLead } from '../services/leads/insert-leads.ts';
import { DeadlineError } from './deadline.ts';
import { Pace } from './pace.ts';

/** Too much waits already; nothing was done. */
export class OverloadError extends Error {
  readonly code = 'OVERLOADED';
}

interface Waiting {
  row: WrittenLead;
  /** When its answer is needed, by `performance.now()`. */
  until: number;
  resolve: (createdAt: string | undefined) => void;
  reject: (error: unknown) => void;
}

/** What lets a second group go beside the first: its rows, or milliseconds that the first has taken. */
const manyRows = 100;
const longWait = 20;
const maxGroup = 500;
/** Rows; at ten thousand a second, two tenths of a second. */
const maxWaiting = 2_000;
/** Milliseconds: what would take longer is told so at once, while its caller can still do without us. */
const maxDelay = 1_500;

/**
 * A connection that stores groups, one at a time. Rejects when it has no answer by `until`, of
 * `performance.now()`.
 */
export interface Lane {
  insert(rows: readonly WrittenLead[], until: number): Promise<StoredLeads>;
}

/**
 * Commits leads in groups: whatever has come while the last commits were under way goes into the
 * next one. A row alone waits for nobody. Each row gets its own answer, and only after its commit.
 *
 * Two small groups at once cost the database more than one after the other, so the next one gathers
 * until it is large. A group that takes long, on a slow disk or a dying connection, holds up nobody.
 */
export class LeadWriter {
  /** The lane that was used last is used next: what its backend works with is still warm. */
  readonly #free: Lane[];
  #waiting: Waiting[] = [];
  /** Groups under way that have not taken long yet. */
  #quick = 0;
  #rowsUnderWay = 0;
  readonly #pace = new Pace();
  #isScheduled = false;

  constructor(lanes: readonly Lane[]) {
    this.#free = [...lanes];
  }

  /** Whether one more would have to wait too long. */
  get isFull(): boolean {
    const ahead = this.#waiting.length + this.#rowsUnderWay;
    return this.#waiting.length >= maxWaiting || this.#pace.timeFor(ahead) > maxDelay;
  }

  /**
   * @param until when the answer is needed, by `performance.now()`
   * @returns when it was created, ISO 8601; `undefined` when its step takes no leads (any more)
   * @throws OverloadError, DeadlineError (the row may be stored all the same), or what the database
   *   says to this row
   */
  store(row: WrittenLead, until: number): Promise<string | undefined> {
    if (this.isFull) return Promise.reject(new OverloadError());

    const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
    this.#waiting.push({ row, until, resolve, reject });
    this.#schedule();
    return promise;
  }

  /** At the end of this turn of the event loop, so that all that came in it go together. */
  #schedule(): void {
    if (this.#isScheduled || !this.#hasRoom()) return;

    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#sendNext();
    });
  }

  #hasRoom(): boolean {
    if (this.#free.length === 0) return false;
    return this.#quick === 0 || this.#waiting.length >= manyRows;
  }

  #sendNext(): void {
    while (this.#waiting.length > 0 && this.#hasRoom()) {
      const group = this.#take(performance.now());
      const lane = group.length > 0 ? this.#free.pop() : undefined;
      if (lane) void this.#send(group, lane);
    }
  }

  /** What is too late is not sent: its caller is told that it is not stored, and so it is not. */
  #take(now: number): Waiting[] {
    const taken = this.#waiting.slice(0, maxGroup);
    this.#waiting = this.#waiting.slice(maxGroup);
    const late = taken.filter(({ until }) => until <= now);
    for (const { reject } of late) reject(new DeadlineError());

    return late.length === 0 ? taken : taken.filter(({ until }) => until > now);
  }

  /** The next group leaves before this one is answered: the database need not wait for that. */
  async #send(group: Waiting[], lane: Lane): Promise<void> {
    const end = this.#watch(group.length);
    const answer = await this.#commit(group, lane);
    end();
    this.#free.push(lane);
    this.#sendNext();
    answer();
  }

  /** Counts a group as quick until it ends or has taken long; gives what ends it. */
  #watch(rows: number): () => void {
    const began = performance.now();
    this.#rowsUnderWay += rows;
    this.#quick += 1;
    let isQuick = true;
    const notQuick = () => {
      if (isQuick) this.#quick -= 1;
      isQuick = false;
    };
    const timer = setTimeout(() => {
      notQuick();
      this.#sendNext();
    }, longWait);

    return () => {
      clearTimeout(timer);
      notQuick();
      this.#rowsUnderWay -= rows;
      this.#pace.note(rows, began);
      if (this.#rowsUnderWay + this.#waiting.length === 0) this.#pace.forget();
    };
  }

  /**
   * A group that the database refuses is stored row by row: only the bad ones fail.
   *
   * @returns what tells the rows how it went
   */
  async #commit(group: Waiting[], lane: Lane): Promise<() => void> {
    try {
      const until = Math.min(...group.map((each) => each.until));
      // Rows of a refused group wait for each other, and may be too late when their turn comes.
      if (until <= performance.now()) throw new DeadlineError();
      const rows = group.map(({ row }) => row);
      const { createdAt, only } = await lane.insert(rows, until);
      return () => {
        for (const { row, resolve } of group)
          resolve(only === null || only.includes(row.id) ? createdAt : undefined);
      };
    } catch (error) {
      if (group.length === 1 || !isRefusal(error))
        return () => {
          for (const { reject } of group) reject(error);
        };

      for (const one of group) (await this.#commit([one], lane))();
      return () => {};
    }
  }
}

/** Nothing of the group is stored, and the same would be said again. */
const isRefusal = (error: unknown) => !isPassingFault(error);
