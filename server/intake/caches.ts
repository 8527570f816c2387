import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type postgres from 'postgres';
import type { Topic } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import type { ApiKeyPermission } from '#db/values/access.ts';
import type { FieldRule } from '#db/values/field-mapping.ts';
import type { ChangeListener } from '../events/change-listener.ts';
import {
  cacheMaxAgeMs,
  maxCachedHosts,
  maxCachedKeys,
  maxCachedSteps,
  recentSecretMs,
} from '../limits.ts';
import type { ApiKeyActor } from '../services/actor.ts';
import { hashSecret } from '../services/api-keys/secret.ts';
import {
  type Application,
  findApplicationByHost,
} from '../services/applications/find-application-by-host.ts';
import { normalizeHost } from '../services/applications/host.ts';
import type { Attribution } from '../services/leads/derive-attribution.ts';
import { answerBy, withDeadline } from './deadline.ts';

/** What of the change listener a cache needs. */
type Changes = Pick<ChangeListener, 'isConnected' | 'onChange'>;

interface Entry<Value> {
  /** Absent where the database has none. */
  readonly value: Value | undefined;
  /** `performance.now()` when the database was asked. */
  readonly fetchedAt: number;
}

interface CacheOptions<Value, Query> {
  changes: Changes;
  /** What makes entries stale. */
  topic: Topic;
  /** Entries; the least recently used are dropped first. */
  max: number;
  fetch: (query: Query) => Promise<Value | undefined>;
}

/**
 * Keeps what intake has to know of the database: an entry is used for at most five seconds, until a
 * change is announced, and not at all while the change listener is disconnected.
 */
export class Cache<Value, Query = string> {
  readonly #changes: Changes;
  readonly #fetch: (query: Query) => Promise<Value | undefined>;
  readonly #entries: LRUCache<string, Entry<Value>>;
  /** Queries under way, so that many requests at once ask once. */
  #fetching = new Map<string, Promise<Entry<Value>>>();

  constructor({ changes, topic, max, fetch }: CacheOptions<Value, Query>) {
    this.#changes = changes;
    this.#fetch = fetch;
    this.#entries = new LRUCache({ max });
    changes.onChange(topic, () => this.#invalidate());
  }

  /**
   * @param query what the database is asked where the entry is missing or stale
   * @param until when the answer is needed, by `performance.now()`
   * @throws DeadlineError and what fetching throws
   */
  async get(key: string, query: Query, until = answerBy()): Promise<Entry<Value>> {
    const entry = this.#entries.get(key);
    const isFresh =
      entry && this.#changes.isConnected && performance.now() - entry.fetchedAt < cacheMaxAgeMs;

    return isFresh ? entry : withDeadline(this.#fetchOnce(key, query), until - performance.now());
  }

  /** What is being fetched may be older than the change, and is not kept. */
  #invalidate(): void {
    this.#entries.clear();
    this.#fetching = new Map();
  }

  #fetchOnce(key: string, query: Query): Promise<Entry<Value>> {
    const fetching = this.#fetching;
    const pending = fetching.get(key);
    if (pending) return pending;

    const fetchedAt = performance.now();
    const entry = withDeadline(this.#fetch(query), answerBy() - fetchedAt)
      .then((value) => {
        const fetched = { value, fetchedAt };
        if (fetching === this.#fetching) this.#entries.set(key, fetched);
        return fetched;
      })
      .finally(() => fetching.delete(key));
    fetching.set(key, entry);
    return entry;
  }
}

/** Which application owns a host. */
export class HostCache {
  readonly #cache: Cache<Application>;

  constructor(db: Database, changes: Changes) {
    const fetch = (host: string) => findApplicationByHost(db, host);
    this.#cache = new Cache({ changes, topic: 'hosts', max: maxCachedHosts, fetch });
  }

  /**
   * @param hostHeader as it was sent, port and all
   * @param until when the answer is needed, by `performance.now()`
   */
  async get(hostHeader: string, until?: number): Promise<Application | undefined> {
    const host = normalizeHost(hostHeader);
    return (await this.#cache.get(host, host, until)).value;
  }
}

export interface KnownStep {
  funnelId: string;
  /** False when it or its funnel is archived. */
  takesLeads: boolean;
  /** The block of the search index that a new lead goes into. */
  searchBlock: number;
}

/** The funnel of a company's step, and whether it takes leads. */
export class StepCache {
  readonly #cache: Cache<KnownStep, { companyId: string; stepId: string }>;

  constructor(sql: postgres.Sql, changes: Changes) {
    this.#cache = new Cache({
      changes,
      topic: 'steps',
      max: maxCachedSteps,
      fetch: async ({ companyId, stepId }) => {
        const [step] = await sql<KnownStep[]>`
          select s.funnel_id as "funnelId",
            s.archived_at is null and f.archived_at is null as "takesLeads",
            coalesce((select b.block from search_blocks b where b.company_id = s.company_id), 0)
              as "searchBlock"
          from steps s join funnels f on f.company_id = s.company_id and f.id = s.funnel_id
          where s.company_id = ${companyId} and s.id = ${stepId}`;
        return step;
      },
    });
  }

  /** @param until when the answer is needed, by `performance.now()` */
  async get(companyId: string, stepId: string, until: number): Promise<KnownStep | undefined> {
    return (await this.#cache.get(companyId + stepId, { companyId, stepId }, until)).value;
  }
}

/** A key with what is needed to judge it. Times: milliseconds of the database's clock. */
export interface KnownKey {
  readonly actor: ApiKeyActor;
  readonly deactivatedAt: number | null;
  readonly expiresAt: number | null;
  readonly secretExposedAt: number | null;
  readonly now: number;
}

interface KeyRow {
  id: string;
  name: string;
  companyId: string;
  applicationId: string;
  timeZone: string;
  country: string | null;
  isTestKey: boolean;
  permissions: ApiKeyPermission[];
  funnelIds: string[];
  stepIds: string[];
  rateLimit: number | null;
  mapping: FieldRule[] | null;
  comesFrom: Attribution | null;
  keepsBodies: boolean;
  replayedUntil: number | null;
  deactivatedAt: number | null;
  expiresAt: number | null;
  secretExposedAt: number | null;
  now: number;
}

/** @param which condition on the key `k` */
export async function fetchKey(
  sql: postgres.Sql,
  which: postgres.PendingQuery<postgres.Row[]>,
): Promise<KnownKey | undefined> {
  const [row] = await sql<KeyRow[]>`
    select k.id, k.name, k.company_id as "companyId", c.application_id as "applicationId",
      c.time_zone as "timeZone", c.country, k.kind = 'rehearsal' as "isTestKey", k.permissions,
      k.rate_limit as "rateLimit", m.rules as mapping,
      case when m.source is not null then jsonb_build_object(
        'source', m.source, 'medium', m.medium, 'channel', m.channel) end as "comesFrom",
      c.body_retention_days > 0 as "keepsBodies",
      array(select funnel_id from api_key_funnels f
        where f.company_id = k.company_id and f.api_key_id = k.id) as "funnelIds",
      array(select step_id from api_key_steps s
        where s.company_id = k.company_id and s.api_key_id = k.id) as "stepIds",
      (extract(epoch from k.replayed_until) * 1000)::float8 as "replayedUntil",
      (extract(epoch from k.deactivated_at) * 1000)::float8 as "deactivatedAt",
      (extract(epoch from k.expires_at) * 1000)::float8 as "expiresAt",
      (extract(epoch from k.secret_exposed_at) * 1000)::float8 as "secretExposedAt",
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now
    from api_keys k join companies c on c.id = k.company_id
    left join lateral (
      select rules, source, medium, channel from key_mappings m
      where m.company_id = k.company_id and m.api_key_id = k.id
      order by version desc limit 1) m on true
    where ${which}`;
  if (!row) return undefined;

  const { id, deactivatedAt, expiresAt, secretExposedAt, now, ...rest } = row;
  const actor = { kind: 'apiKey' as const, apiKeyId: id, ...rest, mapping: rest.mapping ?? [] };
  return { actor, deactivatedAt, expiresAt, secretExposedAt, now };
}

/** The key whose secret has this hash, whatever its state. A deleted one is gone. */
const fetchKeyOfSecret = (sql: postgres.Sql, secretHash: Buffer) =>
  fetchKey(
    sql,
    sql`k.secret_hash = decode(${secretHash.toString('hex')}, 'hex') and k.deleted_at is null`,
  );

const digestOf = (secret: string) => hash('sha256', secret, 'base64');

/** Which key a secret belongs to. Secrets are not kept in memory, only a digest of them. */
export class KeyCache {
  readonly #sql: postgres.Sql;
  readonly #cache: Cache<KnownKey>;
  /** Digests of secrets that a key had within the hour. */
  readonly #recentSecrets = new LRUCache<string, true>({ max: maxCachedKeys, ttl: recentSecretMs });

  constructor(sql: postgres.Sql, pepper: string, changes: Changes) {
    this.#sql = sql;
    const fetch = (secret: string) => fetchKeyOfSecret(sql, hashSecret(pepper, secret));
    this.#cache = new Cache({ changes, topic: 'keys', max: maxCachedKeys, fetch });
  }

  /** Whether a key had the secret lately. Asks nothing of the database. */
  isRecent(secret: string): boolean {
    return this.#recentSecrets.has(digestOf(secret));
  }

  /** @param until when the answer is needed, by `performance.now()` */
  async get(secret: string, until?: number): Promise<KnownKey | undefined> {
    const digest = digestOf(secret);
    const { value: key, fetchedAt } = await this.#cache.get(digest, secret, until);
    if (!key) return undefined;

    if (!this.#recentSecrets.has(digest)) this.#recentSecrets.set(digest, true);
    return { ...key, now: key.now + performance.now() - fetchedAt };
  }
  /** A key by its id, also a deleted one, as its requests are read now. Asks the database. */
  async findActor(companyId: string, id: string): Promise<ApiKeyActor | undefined> {
    const which = this.#sql`k.company_id = ${companyId} and k.id = ${id}`;
    return (await fetchKey(this.#sql, which))?.actor;
  }
}
