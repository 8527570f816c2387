import { newId } from '#db/id.ts';
import type { LeadOrigin, LeadPriority, LeadStatus, LeadTemperature } from '#db/values/leads.ts';
import type { ApiKeyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { type AttributionFields, deriveAttribution } from './derive-attribution.ts';
import type { LeadRow } from './insert-leads.ts';
import { type IdempotentCall, type RepeatKeys, repeatKeysOf } from './repeat-keys.ts';

/** A submission, checked and trimmed. Phones are digits with country code. */
export interface Submission extends AttributionFields {
  /** A UUID, whether there is such a step or not. */
  stepId: string;
  name: string;
  phones?: string[] | undefined;
  email?: string | undefined;
  segment?: string | undefined;
  customFields?: Record<string, string | number | boolean> | undefined;
  origin: LeadOrigin;
  requestId: string;
}

export interface NewLead {
  id: string;
  contactId: string;
  segment: string;
  status: LeadStatus;
  priority: LeadPriority;
  temperature: LeadTemperature;
  source: string;
  medium: string;
  channel: string;
  /** ISO 8601, UTC, milliseconds: the database's clock. */
  createdAt: string;
}

/** What every lead is at first. */
export const asCreated = { status: 'new', priority: 'medium', temperature: 'warm' } as const;

/** Where leads are committed. */
export interface LeadStore {
  /**
   * @returns when it was created; the lead of before, when this is a repeat of its request;
   *   `undefined` when its step takes no leads
   * @throws InFlightError, MisusedKeyError
   */
  store(row: LeadRow, repeat: RepeatKeys | undefined): Promise<string | NewLead | undefined>;
}

/**
 * Creates a lead with its contact at the end of the way in. A repeat of a request that has created
 * one gives that one again, as it was created.
 *
 * @throws NotFoundError when the step is unknown, archived or another company's
 * @throws InFlightError while a request with the same `Idempotency-Key` is under way
 * @throws MisusedKeyError when that key came with another step or body before
 */
export async function createLead(
  leads: LeadStore,
  actor: ApiKeyActor,
  submission: Submission,
  call?: IdempotentCall,
): Promise<NewLead> {
  const { source, medium, channel } = deriveAttribution(submission);
  const lead = {
    ...asCreated,
    id: newId(),
    contactId: newId(),
    segment: submission.segment ?? '',
    source,
    medium,
    channel,
  };

  const row = {
    ...submission,
    ...lead,
    phones: submission.phones ?? [],
    companyId: actor.companyId,
    apiKeyId: actor.apiKeyId,
  };
  const stored = await leads.store(row, repeatKeysOf(submission, call));
  if (stored === undefined) throw new NotFoundError('Funnel step not found');

  return typeof stored === 'string' ? { ...lead, createdAt: stored } : stored;
}
