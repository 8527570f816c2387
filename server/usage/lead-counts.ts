import { LRUCache } from 'lru-cache';
import { type LeadTrait, leadTraits } from '#db/values/key-alarms.ts';
import type { LeadOrigin } from '#db/values/leads.ts';
import { maxCachedKeys } from '../limits.ts';
import { type CreatedCounts, countOutcomes, type Outcome, type RequestEnd } from './request-end.ts';

/** What became of leads that were sent with a key: a row of `key_lead_counts`. */
export type LeadCounts = CreatedCounts & {
  refused: number;
  sameKey: number;
};

export const countedNames = ['leads', ...leadTraits, 'refused', 'sameKey'] as const;

export const noLeads = (): LeadCounts => ({
  leads: 0,
  withoutPhone: 0,
  withoutEmail: 0,
  withoutName: 0,
  unread: 0,
  refused: 0,
  sameKey: 0,
});

export function addLeadCounts(earlier: LeadCounts, later: LeadCounts): void {
  for (const name of countedNames) earlier[name] += later[name];
}

/** The fields of a lead that decide its traits. */
interface CreatedLead {
  origin: LeadOrigin;
  phones?: readonly string[] | undefined;
  email?: string | null | undefined;
  nameFrom?: string | null | undefined;
  unreadPhones?: readonly string[] | null | undefined;
  unreadValues?: object | null | undefined;
}

const hasTrait: Record<LeadTrait, (lead: CreatedLead) => boolean> = {
  withoutPhone: ({ phones }) => !phones?.length,
  withoutEmail: ({ email }) => !email,
  withoutName: ({ nameFrom }) => Boolean(nameFrom),
  unread: ({ unreadPhones, unreadValues }) => Boolean(unreadPhones ?? unreadValues),
};

/** @param created submissions of which leads were created */
export function countCreated(created: readonly CreatedLead[]): CreatedCounts {
  const counts: CreatedCounts = noLeads();
  for (const lead of created) {
    if (lead.origin === 'test') continue;
    counts.leads += 1;
    for (const trait of leadTraits) {
      if (hasTrait[trait](lead)) counts[trait] += 1;
    }
  }
  return counts;
}

/** A retry succeeds: nothing is wrong with what was sent. */
const temporary: readonly Outcome[] = [409, 429];

/** Counts what becomes of the leads of each key. */
export class LeadCounter {
  /** The last `Idempotency-Key` of each key. */
  readonly #lastKeys = new LRUCache<string, string>({ max: maxCachedKeys });

  count(counts: LeadCounts, apiKeyId: string, end: RequestEnd): void {
    const { created, idempotencyKey } = end;
    if (created) {
      for (const name of ['leads', ...leadTraits] as const) counts[name] += created[name];
    }
    const isSame = idempotencyKey !== undefined && this.#lastKeys.get(apiKeyId) === idempotencyKey;
    if (idempotencyKey !== undefined) this.#lastKeys.set(apiKeyId, idempotencyKey);
    if (end.status < 400 && !end.leads) return;

    const outcomes = new Map<Outcome, number>();
    countOutcomes(outcomes, end);
    for (const [outcome, requests] of outcomes) {
      if (typeof outcome !== 'number' || outcome >= 500 || temporary.includes(outcome)) continue;
      counts[isSame && outcome === 422 ? 'sameKey' : 'refused'] += requests;
    }
  }
}
