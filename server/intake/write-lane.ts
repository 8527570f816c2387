import type { Pool } from '#db/client.ts';
import { isPassingFault } from '#db/errors.ts';
import { insertLeads, type StoredLeads, type WrittenLead } from '../services/leads/insert-leads.ts';
import { withDeadline } from './deadline.ts';
import type { Lane } from './lead-writer.ts';

/** Milliseconds between two replacements, so that a database that is away is not stormed. */
const pause = 1_000;

/**
 * One connection for storing leads. One that broke or hung is replaced: what the driver remembers of
 * it, and what the server may still be doing on it, is nothing that the next group should wait for.
 */
export class WriteLane implements Lane {
  readonly #open: () => Pool;
  #pool: Pool;
  #openedAt = performance.now();

  /** @param open a pool of one connection, which comes with the first use */
  constructor(open: () => Pool) {
    this.#open = open;
    this.#pool = open();
  }

  async insert(rows: readonly WrittenLead[], until: number): Promise<StoredLeads> {
    try {
      return await withDeadline(insertLeads(this.#pool.sql, rows), until - performance.now());
    } catch (error) {
      if (isPassingFault(error)) this.#replace();
      throw error;
    }
  }

  #replace(): void {
    const now = performance.now();
    if (now - this.#openedAt < pause) return;

    void this.#pool.close(0);
    this.#pool = this.#open();
    this.#openedAt = now;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
