import type postgres from 'postgres';
import { initialState } from '#db/values/leads.ts';
import { firstRequestWaitMs } from '../limits.ts';
import { InFlightError, MisusedKeyError, NotFoundError } from '../services/errors.ts';
import { stepNotFound } from '../services/leads/read-leads.ts';
import { withDeadline } from './deadline.ts';
import type { IdempotencyKeys, Lead, LeadRow } from './lead.ts';
import type { StoreResult } from './store-leads.ts';

export const keyInFlight = 'A request with this Idempotency-Key is being processed';
export const keyMisused = 'Idempotency-Key was already used with another step or other fields';

/** A lead, and whether an earlier request had created it. */
export interface CreatedLead {
  kind: 'created' | 'repeated';
  lead: Lead;
}

/** The answer for a lead that was just stored. */
export function describeLead(row: LeadRow, createdAt: string): Lead {
  const { id, contactId, segment, status, priority, temperature, source, medium, channel } = row;
  return {
    id,
    contactId: contactId ?? id,
    segment,
    status,
    priority,
    temperature,
    source,
    medium,
    channel,
    createdAt,
  };
}

interface EarlierLead {
  /** Digest of the step and fields that it was created from, when that had an `Idempotency-Key`. */
  request: string | null;
  /** As it was created. */
  lead: Lead;
}

/** Seconds between an insert that looked at the clock and the look-up of what it has found. */
const graceAfterInsert = 60;

/**
 * The lead under one of the keys, first by the `Idempotency-Key`.
 *
 * @param grace seconds that a key counts beyond its end
 */
export async function findEarlierLead(
  sql: postgres.Sql,
  companyId: string,
  { request: sent, naturalKey }: IdempotencyKeys,
  grace: number,
): Promise<EarlierLead | undefined> {
  const keys = [sent?.key, naturalKey].filter((key) => key !== undefined);
  const [row] = await sql<(Omit<Lead, keyof typeof initialState> & { request: string | null })[]>`
    select k.request, l.id, coalesce(l.contact_id, l.id) as "contactId", l.segment, l.source, l.medium, l.channel,
      to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
    from idempotency_keys k join leads l on l.company_id = k.company_id and l.id = k.lead_id
    where k.company_id = ${companyId} and k.key = any(${keys}::uuid[])
      and k.expires_at > now() - make_interval(secs => ${grace}::int)
    order by k.request is null
    limit 1`;
  if (!row) return undefined;

  const { request, ...lead } = row;
  return { request, lead: { ...initialState, ...lead } };
}

/**
 * Deletes the keys that expired first, as many as expired within ten minutes: no statement holds up
 * requests that take over such a key.
 *
 * @returns whether there may be more
 */
export async function deleteExpiredKeys(sql: postgres.Sql): Promise<boolean> {
  const [oldest] = await sql<{ until: string }[]>`
    select (min(expires_at) + interval '10 minutes')::text as until from idempotency_keys
    where request is not null and expires_at < now() - interval '1 hour'`;
  if (!oldest?.until) return false;

  await sql`
    delete from idempotency_keys
    where request is not null and expires_at < ${oldest.until}::timestamptz
      and expires_at < now() - interval '1 hour'`;
  return true;
}

interface IdempotencyOptions {
  store(row: LeadRow, keys: IdempotencyKeys, until: number): Promise<StoreResult>;
  find(
    companyId: string,
    keys: IdempotencyKeys,
    times: { until: number; grace: number },
  ): Promise<EarlierLead | undefined>;
}

type Request = NonNullable<IdempotencyKeys['request']>;

interface PendingRequest {
  digest: string;
  result: Promise<CreatedLead>;
}

/**
 * Creates leads that may have been sent before. Across processes and connections the insert decides
 * which request creates the lead. Within this process no two with the same `Idempotency-Key` are
 * stored at once.
 */
export class Idempotency {
  readonly #options: IdempotencyOptions;
  /** By company and `Idempotency-Key`. */
  readonly #pending = new Map<string, PendingRequest>();

  constructor(options: IdempotencyOptions) {
    this.#options = options;
  }

  /**
   * @param until when the answer is needed, by `performance.now()`
   * @throws NotFoundError when the step takes no leads; InFlightError, MisusedKeyError; what storing
   *   and finding throw
   */
  async createOnce(row: LeadRow, keys: IdempotencyKeys, until: number): Promise<CreatedLead> {
    const { request } = keys;
    if (!request) return this.#create(row, keys, until);

    const name = row.companyId + request.key;
    // Nothing may be awaited between this loop and `set`: requests that waited for the same look-up
    // continue in one turn of the event loop.
    while (this.#pending.has(name)) {
      const lead = await this.#firstOf(row.companyId, request, until);
      if (lead) return { kind: 'repeated', lead };
    }

    const result = this.#create(row, keys, until).finally(() => this.#pending.delete(name));
    this.#pending.set(name, { digest: request.digest, result });
    return result;
  }

  /**
   * The lead that a request with the keys would repeat, if there is one.
   *
   * @throws as `createOnce`, except NotFoundError
   */
  async findRepeated(
    companyId: string,
    keys: IdempotencyKeys,
    until: number,
  ): Promise<Lead | undefined> {
    const pending = keys.request && (await this.#firstOf(companyId, keys.request, until));
    return pending ?? this.#findEarlier(companyId, keys, { until, grace: 0 });
  }

  /**
   * Waits for the requests with the same `Idempotency-Key` that are being processed.
   *
   * @returns the lead of one that succeeded
   */
  async #firstOf(
    companyId: string,
    { key, digest }: Request,
    until: number,
  ): Promise<Lead | undefined> {
    const name = companyId + key;
    const waitUntil = Math.min(until, performance.now() + firstRequestWaitMs);
    for (let first = this.#pending.get(name); first; first = this.#pending.get(name)) {
      const lead = await this.#waitFor(first, waitUntil);
      if (lead && first.digest !== digest) throw new MisusedKeyError(keyMisused);
      if (lead) return lead;
    }
    return undefined;
  }

  /**
   * @returns the lead of a request that is being processed; undefined if it fails, which does not use
   *   up the key
   * @throws InFlightError when that takes too long
   */
  async #waitFor({ result }: PendingRequest, until: number): Promise<Lead | undefined> {
    const settled = result.then(
      ({ lead }) => lead,
      () => undefined,
    );
    const timeLeft = Math.max(0, until - performance.now());
    return withDeadline(settled, timeLeft).catch(() => {
      throw new InFlightError(keyInFlight);
    });
  }

  /** A repeat gets its lead even if the step has been archived since. */
  async #create(row: LeadRow, keys: IdempotencyKeys, until: number): Promise<CreatedLead> {
    const stored = await this.#options.store(row, keys, until);
    if (stored.kind === 'stored') {
      return { kind: 'created', lead: describeLead(row, stored.createdAt) };
    }

    const times = { until, grace: graceAfterInsert };
    const lead = await this.#findEarlier(row.companyId, keys, times);
    if (lead) return { kind: 'repeated', lead };
    if (stored.kind === 'step closed') throw new NotFoundError(stepNotFound);
    throw new InFlightError(keyInFlight);
  }

  async #findEarlier(
    companyId: string,
    keys: IdempotencyKeys,
    times: { until: number; grace: number },
  ): Promise<Lead | undefined> {
    const earlier = await this.#options.find(companyId, keys, times);
    const isOther = earlier?.request && earlier.request !== keys.request?.digest;
    if (isOther) throw new MisusedKeyError(keyMisused);
    return earlier?.lead;
  }
}
