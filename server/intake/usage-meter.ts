import type postgres from 'postgres';
import { describeFault } from '../fault.ts';
import { usageFlushIntervalMs } from '../limits.ts';
import type { Logger } from '../log.ts';

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
      this.#log.warn({ fault: describeFault(error) }, 'key usage could not be written and is kept');
      for (const [id, use] of uses) this.record(use.companyId, id, use.client, use.requests);
    }
  }
}

/** Two statements: the second would touch rows of the first, which one statement may not. */
async function writeUses(sql: postgres.Sql, uses: ReadonlyMap<string, Use>): Promise<void> {
  const ids = [...uses.keys()].sort();
  const seen = ids.flatMap((id) => uses.get(id) ?? []);

  await sql`
    with seen as (
      select * from unnest(
        ${seen.map((use) => use.companyId)}::uuid[],
        ${ids}::uuid[],
        ${seen.map((use) => use.requests)}::int[],
        ${seen.map((use) => use.client)}::text[]
      ) as seen (company_id, api_key_id, requests, client)
    ), counted as (
      insert into key_usage (company_id, api_key_id, hour, requests)
      select k.company_id, k.id, date_trunc('hour', now()), seen.requests
      from seen join api_keys k on k.company_id = seen.company_id and k.id = seen.api_key_id
      on conflict (company_id, api_key_id, hour)
      do update set requests = key_usage.requests + excluded.requests
    )
    update api_keys k
    set last_used_at = now(),
        first_used_at = coalesce(k.first_used_at, now()),
        last_used_client = coalesce(seen.client, k.last_used_client)
    from seen
    where k.company_id = seen.company_id and k.id = seen.api_key_id`;
  await sql`
    update api_keys old
    set deactivated_at = successor.first_used_at + make_interval(secs => old.overlap_seconds)
    from api_keys successor
    where successor.company_id = old.company_id
      and successor.id = old.successor_id
      and successor.id = any(${ids}::uuid[])
      and old.deactivated_at is null
      and old.overlap_seconds is not null`;
}
