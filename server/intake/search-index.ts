import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import type { Pool } from '#db/client.ts';
import { columnName } from '#db/schema/columns.ts';
import { indexedFields } from '#db/values/lead-fields.ts';
import { type SearchedFields, searchWords } from '#db/values/search.ts';
import {
  leadsPerSearchBlock,
  searchCloseMs,
  searchFillIntervalMs,
  searchFillRows,
  searchMergeIntervalMs,
  searchMergeMs,
  searchRetryMs,
} from '../limits.ts';
import type { Logger } from '../log.ts';
import { logFailure } from '../log-failure.ts';

/** One process at a time makes words. */
const fillLock = 7_236_003;

/** Adds to the leads of each company's block, and begins a new block where one is full. */
async function countLeads(sql: postgres.Sql, counts: ReadonlyMap<string, number>): Promise<void> {
  const companyIds = [...counts.keys()].sort();
  const leads = companyIds.map((companyId) => counts.get(companyId) ?? 0);
  await sql`
    insert into search_blocks as b (company_id, block, leads)
    select row.company_id, 0, row.leads
    from unnest(${companyIds}::uuid[], ${leads}::int[]) as row (company_id, leads)
    order by row.company_id
    on conflict (company_id) do update
    set block = b.block + (b.leads + excluded.leads) / ${leadsPerSearchBlock}::int,
      leads = (b.leads + excluded.leads) % ${leadsPerSearchBlock}::int`;
}

interface PendingRow extends Omit<SearchedFields, 'companyId'> {
  id: string;
  /** Of its creation, in UTC. */
  day: string;
}

/** What words are made of. */
const textColumns = indexedFields.map((name) => `${columnName(name)} as "${name}"`).join(', ');

/** The newest leads of the company without words, locked. */
const lockPending = (tx: postgres.TransactionSql, companyId: string, olderThan = lastId) => tx<
  PendingRow[]
>`
  select id, origin, ${tx.unsafe(textColumns)}, phones, source,
    step_id as "stepId", api_key_id as "apiKeyId", owner_id as "ownerId", status, priority,
    (created_at at time zone 'UTC')::date::text as day
  from leads
  where company_id = ${companyId} and search_words is null and id < ${olderThan}
  order by company_id desc, id desc
  limit ${searchFillRows}
  for no key update skip locked`;

/** The block that each of the days begins in, had its leads come in one by one. */
async function blocksOf(tx: postgres.TransactionSql, companyId: string, days: readonly string[]) {
  const rows = await tx<{ day: string; leads: number }[]>`
    select row.day, greatest(0, (
      select sum(c.leads) from step_counters c
      where c.company_id = ${companyId} and c.day < row.day::date))::float8 as leads
    from unnest(${[...new Set(days)]}::text[]) as row (day)`;
  return new Map(rows.map(({ day, leads }) => [day, Math.floor(leads / leadsPerSearchBlock)]));
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const findNextCompany = (sql: postgres.ISql, after: string) => sql<{ companyId: string }[]>`
  select company_id as "companyId" from leads
  where search_words is null and company_id > ${after}
  order by company_id limit 1`;

/**
 * Makes the words of leads of one company that were stored without, or have changed since: some at a
 * time, the newest first. They go into the blocks that they would be in, had they come in one by one.
 *
 * @param after a company; the next one that has such leads is taken
 * @param ended where the batch before ended, by company. Without it, PostgreSQL would pass all entries
 *   of earlier batches again, until a vacuum removes them
 * @returns the company and the number of leads; undefined when no other company has any, or while
 *   another process does it
 */
export async function fillSearch(
  sql: postgres.Sql,
  after: string,
  ended: Map<string, string> = new Map(),
) {
  const [next] = await findNextCompany(sql, after);
  if (!next) return undefined;

  const { companyId } = next;
  return sql.begin(async (tx) => {
    const [lock] = await tx<{ isOurs: boolean }[]>`
      select pg_try_advisory_xact_lock(${fillLock}) as "isOurs"`;
    if (!lock?.isOurs) return undefined;

    const rows = await lockPending(tx, companyId, ended.get(companyId));
    const last = rows.length === searchFillRows ? rows.at(-1) : undefined;
    if (last) ended.set(companyId, last.id);
    else ended.delete(companyId);
    const days = rows.map(({ day }) => day);
    const blocks = await blocksOf(tx, companyId, days);
    const words = rows.map((row) => searchWords({ companyId, ...row }, blocks.get(row.day) ?? 0));
    await tx`
      insert into search_blocks as b (company_id, block, leads)
      values (${companyId}, ${Math.max(0, ...blocks.values())}, 0)
      on conflict (company_id) do update set block = greatest(b.block, excluded.block)`;
    await tx`
      update leads set search_words = row.words::tsvector
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${words}::text[]) as row (id, words)
      where leads.company_id = ${companyId} and leads.id = row.id`;
    return { companyId, leads: rows.length };
  });
}

const failureText = 'the search index could not be updated; it is tried again';
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Keeps the search index: merges the words of new leads into it, counts the leads of its blocks, and
 * makes the words of leads that have none. What it has not done yet stands in the database, so that
 * after a crash the next process goes on.
 */
export class SearchIndex {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #counts = new Map<string, number>();
  /** Whether there may be words to merge: at first what an earlier process has left. */
  #isDirty = true;
  #nextFill = 0;
  #after = beforeAll;
  #ended = new Map<string, string>();
  /** Since the first company had its turn. */
  #filled = 0;

  constructor(pool: Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
    this.#running = this.#run();
  }

  /** A lead was stored, with its words. */
  count(companyId: string): void {
    this.#counts.set(companyId, (this.#counts.get(companyId) ?? 0) + 1);
  }

  /** Leads that are not merged by then are found all the same. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.race([this.#running, sleep(searchCloseMs, undefined, { ref: false })]);
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    let pause = searchMergeIntervalMs;
    while (!signal.aborted) {
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
      pause = searchMergeIntervalMs;
      await this.#turn().catch((error: unknown) => {
        pause = searchRetryMs;
        if (!signal.aborted) logFailure(this.#log, failureText, error);
      });
    }
  }

  async #turn(): Promise<void> {
    if (this.#counts.size > 0) {
      const counts = this.#counts;
      this.#counts = new Map();
      this.#isDirty = true;
      await countLeads(this.#pool.sql, counts);
    }
    await this.#merge();
    while (performance.now() >= this.#nextFill && !this.#closing.signal.aborted) await this.#fill();
  }

  /** One batch. A pause follows when all companies have had their turn and none had leads to do. */
  async #fill(): Promise<void> {
    const filled = await fillSearch(this.#pool.sql, this.#after, this.#ended);
    this.#after = filled?.companyId ?? beforeAll;
    this.#filled += filled?.leads ?? 0;
    if (!filled) {
      if (this.#filled === 0) this.#nextFill = performance.now() + searchFillIntervalMs;
      this.#filled = 0;
      return;
    }
    this.#isDirty = true;
    await this.#merge();
    // Leads that come in go first.
    if (this.#counts.size > 0) this.#nextFill = performance.now() + searchMergeIntervalMs;
  }

  /** PostgreSQL's own work, in one process at a time. A long list takes longer than a statement may. */
  async #merge(): Promise<void> {
    if (!this.#isDirty) return;

    this.#isDirty = false;
    await this.#pool
      .begin(
        (tx) =>
          Promise.all([
            tx`select set_config('statement_timeout', ${String(searchMergeMs)}, true)`,
            tx`select merge_search_words()`,
            tx.commit(),
          ]),
        searchMergeMs,
      )
      .catch((error: unknown) => {
        this.#isDirty = true;
        throw error;
      });
  }
}
