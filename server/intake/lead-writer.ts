import { isPassingFault } from '#db/errors.ts';
import type { LeadRow, StoredLeads } from '../services/leads/insert-leads.ts';
import { withDeadline } from './deadline.ts';

/** Too much waits already; nothing was done. */
export class OverloadError extends Error {
  readonly code = 'OVERLOADED';
}

interface Waiting {
  row: LeadRow;
  /** `performance.now()` when it came. */
  since: number;
  resolve: (createdAt: string | undefined) => void;
  reject: (error: unknown) => void;
}

const maxInFlight = 2;
const maxGroup = 500;
/** Rows; at ten thousand a second, two tenths of a second. */
const maxWaiting = 2_000;
/** Milliseconds within which a row has its answer, waiting included. */
const deadline = 4_500;

type Insert = (rows: readonly LeadRow[]) => Promise<StoredLeads>;

/**
 * Commits leads in groups: whatever has come while the last commits were under way goes into the
 * next one. A row alone waits for nobody. Each row gets its own answer, and only after its commit.
 */
export class LeadWriter {
  readonly #insert: Insert;
  #waiting: Waiting[] = [];
  #inFlight = 0;
  #isScheduled = false;

  constructor(insert: Insert) {
    this.#insert = insert;
  }

  get isFull(): boolean {
    return this.#waiting.length >= maxWaiting;
  }

  /**
   * @returns when it was created, ISO 8601; `undefined` when its step takes no leads (any more)
   * @throws OverloadError, DeadlineError (the row may be stored all the same), or what the database
   *   says to this row
   */
  store(row: LeadRow): Promise<string | undefined> {
    if (this.isFull) return Promise.reject(new OverloadError());

    const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
    this.#waiting.push({ row, since: performance.now(), resolve, reject });
    this.#schedule();
    return promise;
  }

  /** At the end of this turn of the event loop, so that all that came in it go together. */
  #schedule(): void {
    if (this.#isScheduled || this.#inFlight >= maxInFlight || this.#waiting.length === 0) return;

    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#send(this.#take());
      this.#schedule();
    });
  }

  #take(): Waiting[] {
    if (this.#waiting.length <= maxGroup) {
      const all = this.#waiting;
      this.#waiting = [];
      return all;
    }
    return this.#waiting.splice(0, maxGroup);
  }

  async #send(group: Waiting[]): Promise<void> {
    this.#inFlight += 1;
    await this.#commit(group);
    this.#inFlight -= 1;
    this.#schedule();
  }

  /** A group that the database refuses is stored row by row: only the bad ones fail. */
  async #commit(group: Waiting[]): Promise<void> {
    try {
      const age = performance.now() - (group[0]?.since ?? 0);
      const insert = this.#insert(group.map(({ row }) => row));
      const { createdAt, refused } = await withDeadline(insert, deadline - age);
      for (const { row, resolve } of group)
        resolve(refused.length > 0 && refused.includes(row.id) ? undefined : createdAt);
    } catch (error) {
      if (group.length > 1 && isRefusal(error)) {
        for (const one of group) await this.#commit([one]);
      } else {
        for (const { reject } of group) reject(error);
      }
    }
  }
}

/** Nothing of the group is stored, and the same would be said again. */
const isRefusal = (error: unknown) => !isPassingFault(error);
