import { hash } from 'node:crypto';
import type postgres from 'postgres';
import { InFlightError, MisusedKeyError, NotFoundError } from '../services/errors.ts';
import {
  type IdempotencyKeys,
  initialState,
  type Lead,
  type LeadRow,
  type Submission,
} from './lead.ts';
import type { StoreResult } from './store-leads.ts';

export const stepNotFound = 'Funnel step not found';
export const keyInFlight = 'A request with this Idempotency-Key is being processed';
export const keyMisused = 'Idempotency-Key was already used with another step or body';

/** A request with an `Idempotency-Key`. */
export interface IdempotentRequest {
  idempotencyKey: string;
  body: Uint8Array;
}

/** A lead, and whether an earlier request had created it. */
export interface CreatedLead {
  kind: 'created' | 'repeated';
  lead: Lead;
}

function digest(data: string): string {
  const hex = hash('sha256', data, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Step, name, phones and external id, which a retry has in common with the request it repeats.
 * Migration `0003_safety.sql` makes the same text for leads that were there before.
 */
function naturalKeyOf(submission: Submission): string | undefined {
  const { stepId, externalLeadId, phones = [], name } = submission;
  if (!externalLeadId) return undefined;

  const length = Buffer.byteLength(externalLeadId);
  return digest(`external|${stepId}|${length}|${externalLeadId}|${phones.join()}|${name}`);
}

/** @returns `undefined` where every request is a new lead */
export function idempotencyKeysOf(
  submission: Submission,
  request: IdempotentRequest | undefined,
): IdempotencyKeys | undefined {
  const naturalKey = naturalKeyOf(submission);
  if (!request) return naturalKey === undefined ? undefined : { naturalKey };

  const key = digest(`idempotency|${request.idempotencyKey}`);
  const ofBody = digest(`${submission.stepId}|${hash('sha256', request.body)}`);
  return { request: { key, digest: ofBody }, naturalKey };
}

/** The answer for a lead that was just stored. */
export function describeLead(row: LeadRow, createdAt: string): Lead {
  const { id, contactId, segment, status, priority, temperature, source, medium, channel } = row;
  return {
    id,
    contactId,
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
  /** Digest of the step and body that it was created from, when that had an `Idempotency-Key`. */
  request: string | null;
  /** As it was created. */
  lead: Lead;
}

/**
 * The lead that an insert found under one of the keys, first by the `Idempotency-Key`. A minute of
 * grace, because that insert looked at the clock before.
 */
export async function findEarlierLead(
  sql: postgres.Sql,
  companyId: string,
  { request: sent, naturalKey }: IdempotencyKeys,
): Promise<EarlierLead | undefined> {
  const keys = [sent?.key, naturalKey].filter((key) => key !== undefined);
  const [row] = await sql<(Omit<Lead, keyof typeof initialState> & { request: string | null })[]>`
    select k.request, l.id, l.contact_id as "contactId", l.segment, l.source, l.medium, l.channel,
      to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
    from idempotency_keys k join leads l on l.company_id = k.company_id and l.id = k.lead_id
    where k.company_id = ${companyId} and k.key = any(${keys}::uuid[])
      and k.expires_at > now() - interval '1 minute'
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
  find(companyId: string, keys: IdempotencyKeys, until: number): Promise<EarlierLead | undefined>;
}

/**
 * Creates leads that may have been sent before. Across processes and connections the insert decides
 * which request creates the lead. Within this process no two with the same `Idempotency-Key` are
 * stored at once.
 */
export class Idempotency {
  readonly #options: IdempotencyOptions;
  /** Digest of step and body, by company and `Idempotency-Key`. */
  readonly #pending = new Map<string, string>();

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
    const first = this.#pending.get(name);
    if (first === request.digest) throw new InFlightError(keyInFlight);
    if (first !== undefined) throw new MisusedKeyError(keyMisused);

    this.#pending.set(name, request.digest);
    try {
      return await this.#create(row, keys, until);
    } finally {
      this.#pending.delete(name);
    }
  }

  /** A request is a repeat also when its step has been archived since. */
  async #create(row: LeadRow, keys: IdempotencyKeys, until: number): Promise<CreatedLead> {
    const stored = await this.#options.store(row, keys, until);
    if (stored.kind === 'stored') {
      return { kind: 'created', lead: describeLead(row, stored.createdAt) };
    }

    const earlier = await this.#options.find(row.companyId, keys, until);
    if (!earlier && stored.kind === 'step closed') throw new NotFoundError(stepNotFound);
    if (!earlier) throw new InFlightError(keyInFlight);
    if (earlier.request !== null && earlier.request !== keys.request?.digest) {
      throw new MisusedKeyError(keyMisused);
    }
    return { kind: 'repeated', lead: earlier.lead };
  }
}
