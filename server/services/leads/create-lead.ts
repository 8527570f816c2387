import { newId } from '#db/id.ts';
import type { LeadOrigin, LeadPriority, LeadStatus, LeadTemperature } from '#db/values/leads.ts';
import type { ApiKeyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { type AttributionFields, deriveAttribution } from './derive-attribution.ts';
import type { LeadRow } from './insert-leads.ts';

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

/** Where leads are committed. */
export interface LeadStore {
  /** @returns when it was created; `undefined` when its step takes no leads */
  store(row: LeadRow): Promise<string | undefined>;
}

/**
 * Creates a lead with its contact at the end of the way in.
 *
 * @throws NotFoundError when the step is unknown, archived or another company's
 */
export async function createLead(
  leads: LeadStore,
  actor: ApiKeyActor,
  submission: Submission,
): Promise<NewLead> {
  const { source, medium, channel } = deriveAttribution(submission);
  const lead = {
    id: newId(),
    contactId: newId(),
    segment: submission.segment ?? '',
    status: 'new',
    priority: 'medium',
    temperature: 'warm',
    source,
    medium,
    channel,
  } as const;

  const createdAt = await leads.store({
    ...submission,
    ...lead,
    phones: submission.phones ?? [],
    companyId: actor.companyId,
    apiKeyId: actor.apiKeyId,
  });
  if (createdAt === undefined) throw new NotFoundError('Funnel step not found');

  return { ...lead, createdAt };
}
