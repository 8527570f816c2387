import { newId } from '#db/id.ts';
import type { ApiKeyActor } from '../services/actor.ts';
import { NotFoundError } from '../services/errors.ts';
import { deriveAttribution } from '../services/leads/derive-attribution.ts';
import {
  type CreatedLead,
  describeLead,
  type IdempotentRequest,
  idempotencyKeysOf,
  stepNotFound,
} from './idempotency.ts';
import type { Intake } from './intake.ts';
import { initialState, type LeadRow, type Submission } from './lead.ts';

function leadRow(actor: ApiKeyActor, submission: Submission): LeadRow {
  const { source, medium, channel } = deriveAttribution(submission);

  return {
    ...submission,
    ...initialState,
    companyId: actor.companyId,
    apiKeyId: actor.apiKeyId,
    timeZone: actor.timeZone,
    id: newId(),
    contactId: newId(),
    phones: submission.phones ?? [],
    segment: submission.segment ?? '',
    source,
    medium,
    channel,
  };
}

/**
 * Creates a lead with its contact. A repeat of a request that has created one gets that one again,
 * as it was created.
 *
 * @param request given when it has an `Idempotency-Key`
 * @param until when the answer is needed, by `performance.now()`
 * @throws NotFoundError when the step is unknown, archived or another company's
 * @throws InFlightError while a request with the same `Idempotency-Key` is being processed
 * @throws MisusedKeyError when that key came with another step or body before
 * @throws OverloadError, DeadlineError and what the database says
 */
export async function createLead(
  intake: Pick<Intake, 'idempotency' | 'store'>,
  actor: ApiKeyActor,
  submission: Submission,
  { request, until }: { request: IdempotentRequest | undefined; until: number },
): Promise<CreatedLead> {
  const row = leadRow(actor, submission);
  const keys = idempotencyKeysOf(submission, request);
  if (keys) return intake.idempotency.createOnce(row, keys, until);

  const stored = await intake.store(row, undefined, until);
  if (stored.kind !== 'stored') throw new NotFoundError(stepNotFound);
  return { kind: 'created', lead: describeLead(row, stored.createdAt) };
}
