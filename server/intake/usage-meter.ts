import type postgres from 'postgres';
import { changeChannel } from '#db/announce.ts';
import { usageFlushIntervalMs } from '../limits.ts';
import type { Logger } from '../log.ts';
import { serializeError } from '../safe-error.ts';

interface Use {
  companyId: string;
  requests: number;
  client: string | null;
}

/** First product of a `User-Agent`, as `curl/8.5.0`; the rest tells more than anybody needs. */
export function clientName(userAgent: string | undefined): string | null {
  const product = userAgent?.trim().split(/\s/, 1)[0];
  return product ? product.slice(0, 60) : null;
}

/**
 * Last use and hourly counts of keys, gathered in memory and written once a second, so that a
 * thousand requests of a key cost one update of its row. What cannot be written is kept for the
 * next time and never touches intake.
 */
export class UsageMeter {
  #uses = new Map<string, Use>();
  #flushing: Promise<void> | undefined;
  readonly #sql: postgres.Sql;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;

  constructor(sql: postgres.Sql, log: Logger) {
    this.#sql = sql;
    this.#log = log;
    this.#timer = setInterval(() => this.flush(), usageFlushIntervalMs).unref();
  }

  record(companyId: string, apiKeyId: string, client: string | null, requests = 1): void {
    const use = this.#uses.get(apiKeyId);
    if (use) {
      use.requests += requests;
      use.client = client ?? use.client;
    } else {
      this.#uses.set(apiKeyId, { companyId, requests, client });
    }
  }

  /** Writes what has been gathered. Resolves also when that fails. */
  flush(): Promise<void> {
    this.#flushing ??= this.#write().finally(() => {
      this.#flushing = undefined;
    });
    return this.#flushing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#flushing;
    await this.flush();
  }

  async #write(): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = this.#uses;
    this.#uses = new Map();

    try {
      await writeUses(this.#sql, uses);
    } catch (error) {
      this.#log.warn(
        { fault: serializeError(error) },
        'key usage could not be written and is kept',
      );
      for (const [id, use] of uses) this.record(use.companyId, id, use.client, use.requests);
    }
  }
}

interface RetiringKey {
  companyId: string;
  id: string;
  endsAt: string;
}

/**
 * Sets the end of rotated keys whose successor is used for the first time. A separate select finds
 * them: Citus adds no interval to a column in an update.
 */
async function retireKeys(tx: postgres.TransactionSql, successorIds: string[]): Promise<void> {
  const retiring = await tx<RetiringKey[]>`
    select old.company_id as "companyId", old.id,
      (successor.first_used_at + make_interval(secs => old.overlap_seconds))::text as "endsAt"
    from api_keys old
    join api_keys successor
      on successor.company_id = old.company_id and successor.id = old.successor_id
    where successor.id = any(${successorIds}::uuid[])
      and old.deactivated_at is null and old.overlap_seconds is not null`;
  for (const { companyId, id, endsAt } of retiring) {
    await tx`
      update api_keys set deactivated_at = ${endsAt}::timestamptz
      where company_id = ${companyId} and id = ${id}
        and deactivated_at is null and successor_id = any(${successorIds}::uuid[])`;
  }
  if (retiring.length > 0) await tx`select pg_notify(${changeChannel}, 'keys')`;
}

/** The counts come first, in the order of the keys: two processes at once do not deadlock. */
async function writeUses(sql: postgres.Sql, uses: ReadonlyMap<string, Use>): Promise<void> {
  const ids = [...uses.keys()].sort();
  const used = ids.flatMap((id) => uses.get(id) ?? []);
  const companyIds = used.map((use) => use.companyId);

  await sql.begin(async (tx) => {
    const [clock] = await tx<{ now: string }[]>`select now()::text as now`;
    const now = clock?.now ?? null;
    await tx`
      insert into key_usage (company_id, api_key_id, hour, requests)
      select k.company_id, k.id, date_trunc('hour', ${now}::timestamptz), used.requests
      from unnest(${companyIds}::uuid[], ${ids}::uuid[], ${used.map((use) => use.requests)}::int[])
        as used (company_id, api_key_id, requests)
      join api_keys k on k.company_id = used.company_id and k.id = used.api_key_id
      order by k.id
      on conflict (company_id, api_key_id, hour)
      do update set requests = key_usage.requests + excluded.requests`;
    await tx`
      update api_keys k
      set last_used_at = ${now}::timestamptz,
          first_used_at = coalesce(k.first_used_at, ${now}::timestamptz),
          last_used_client = coalesce(used.client, k.last_used_client)
      from unnest(${companyIds}::uuid[], ${ids}::uuid[], ${used.map((use) => use.client)}::text[])
        as used (company_id, api_key_id, client)
      where k.company_id = used.company_id and k.id = used.api_key_id`;
    await retireKeys(tx, ids);
  });
}
