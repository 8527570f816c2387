import { InFlightError, MisusedKeyError } from '../services/errors.ts';
import type { NewLead } from '../services/leads/create-lead.ts';
import type { RepeatedLead } from '../services/leads/find-repeated-lead.ts';
import type { LeadRow } from '../services/leads/insert-leads.ts';
import type { RepeatKeys } from '../services/leads/repeat-keys.ts';
import { withDeadline } from './deadline.ts';

export type Outcome = { lead: NewLead; isRepeat: boolean } | undefined;

interface UnderWay {
  request: string | undefined;
  outcome: Promise<Outcome>;
}

interface Stores {
  /** @returns when it was created; `undefined` when it was not, be it for its step or for its key */
  store(row: LeadRow, repeat: RepeatKeys, until: number): Promise<string | undefined>;
  /** The lead that has taken the key. */
  find(companyId: string, key: string, until: number): Promise<RepeatedLead | undefined>;
}

const misused = () =>
  new MisusedKeyError('Idempotency-Key was already used with another step or body');

function asCreatedAt(row: LeadRow, createdAt: string): NewLead {
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

/**
 * Leads that may have been sent before. Across processes and connections the insert decides which
 * one is stored. Within this process no two of a kind go to the database at once.
 */
export class Repeats {
  readonly #stores: Stores;
  readonly #underWay = new Map<string, UnderWay>();

  constructor(stores: Stores) {
    this.#stores = stores;
  }

  /**
   * @param until when the answer is needed, by `performance.now()`
   * @returns the lead and whether it was there before; `undefined` when its step takes no leads
   * @throws InFlightError, MisusedKeyError; what storing and finding throw
   */
  async store(row: LeadRow, repeat: RepeatKeys, until: number): Promise<Outcome> {
    const { key, request } = repeat;
    const name = row.companyId + key;
    const first = this.#underWay.get(name);
    if (first) return this.#follow(first, request, until);

    const outcome = this.#storeFirst(row, repeat, until).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, { request, outcome });
    return outcome;
  }

  /** A retry without an `Idempotency-Key` gets the lead that the first one gets. */
  async #follow(first: UnderWay, request: string | undefined, until: number): Promise<Outcome> {
    if (first.request !== request) throw misused();
    if (request !== undefined) {
      throw new InFlightError('A request with this Idempotency-Key is being processed');
    }
    const outcome = await withDeadline(first.outcome, until - performance.now());
    return outcome && { ...outcome, isRepeat: true };
  }

  async #storeFirst(row: LeadRow, repeat: RepeatKeys, until: number): Promise<Outcome> {
    const createdAt = await this.#stores.store(row, repeat, until);
    if (createdAt !== undefined) return { lead: asCreatedAt(row, createdAt), isRepeat: false };

    const known = await this.#stores.find(row.companyId, repeat.key, until);
    if (!known) return undefined;
    if (known.request !== null && known.request !== repeat.request) throw misused();
    return { lead: known.lead, isRepeat: true };
  }
}
