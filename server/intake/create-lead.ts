import { newId } from '#db/id.ts';
import { initialState, type LeadOrigin } from '#db/values/leads.ts';
import type { ApiKeyActor } from '../services/actor.ts';
import { NotFoundError } from '../services/errors.ts';
import { deriveAttribution } from '../services/leads/derive-attribution.ts';
import { stepNotFound } from '../services/leads/read-leads.ts';
import { type CreatedLead, describeLead } from './idempotency.ts';
import type { Intake } from './intake.ts';
import { isTest, type Lead, type LeadRow, type Submission } from './lead.ts';
import { idempotencyKeysOf, naturalKeyOf, type SentKeys } from './request-keys.ts';
import { timeSlices } from './time-slices.ts';

/** The origin of leads that are sent with the key; `isTest` when the sender calls them tests. */
export const originOf = ({ isTestKey }: ApiKeyActor, isTest: boolean): LeadOrigin =>
  isTestKey || isTest ? 'test' : 'public_api';

/** @param id of the lead; a new one unless the request has one already */
export function leadRow(actor: ApiKeyActor, submission: Submission, id = newId()): LeadRow {
  const { source, medium, channel } = actor.comesFrom ?? deriveAttribution(submission);

  return {
    ...submission,
    ...initialState,
    companyId: actor.companyId,
    apiKeyId: actor.apiKeyId,
    timeZone: actor.timeZone,
    id,
    contactId: isTest(submission) ? null : newId(),
    phones: submission.phones ?? [],
    segment: submission.segment ?? '',
    source,
    medium,
    channel,
  };
}

interface CreateOptions extends SentKeys {
  /** When the answer is needed, by `performance.now()`. */
  until: number;
}

/**
 * Creates a lead with its contact. A repeat of a request that has created one gets that one again,
 * as it was created.
 *
 * @throws NotFoundError when the step is unknown, archived or another company's
 * @throws InFlightError when a request with the same `Idempotency-Key` takes long
 * @throws MisusedKeyError when that key came with another step or other fields before
 * @throws OverloadError, DeadlineError and what the database says
 */
export async function createLead(
  intake: Pick<Intake, 'idempotency' | 'store'>,
  actor: ApiKeyActor,
  submission: Submission,
  { until, ...sent }: CreateOptions,
): Promise<CreatedLead> {
  const row = leadRow(actor, submission);
  const keys = idempotencyKeysOf(submission, sent);
  if (keys) return intake.idempotency.createOnce(row, keys, until);

  const stored = await intake.store(row, undefined, until);
  if (stored.kind !== 'stored') throw new NotFoundError(stepNotFound);
  return { kind: 'created', lead: describeLead(row, stored.createdAt) };
}

/** A lead that does not exist yet has no IDs, and the time of this process as `createdAt`. */
export interface PreviewedLead {
  kind: CreatedLead['kind'];
  lead: Lead | (Omit<Lead, 'id' | 'contactId'> & { id: null; contactId: null });
}

/**
 * Finds out what `createLead` would do, and stores nothing.
 *
 * @throws as `createLead`
 */
export async function previewLead(
  intake: Pick<Intake, 'idempotency' | 'steps'>,
  actor: ApiKeyActor,
  submission: Submission,
  { until, ...sent }: CreateOptions,
): Promise<PreviewedLead> {
  const keys = idempotencyKeysOf(submission, sent);
  const repeated = keys && (await intake.idempotency.findRepeated(actor.companyId, keys, until));
  if (repeated) return { kind: 'repeated', lead: repeated };

  const step = await intake.steps.get(actor.companyId, submission.stepId, until);
  if (!step?.takesLeads) throw new NotFoundError(stepNotFound);
  const lead = describeLead(leadRow(actor, submission), new Date().toISOString());
  return { kind: 'created', lead: { ...lead, id: null, contactId: null } };
}

/** The key of a lead in a batch with an `Idempotency-Key`. No sent one contains a space. */
export const keyOfItem = (index: number, idempotencyKey: string) => `${index} ${idempotencyKey}`;

export interface BatchItem {
  /** In the batch, from 0. */
  index: number;
  submission: Submission;
  bodyKey?: string | undefined;
}

/**
 * Creates or previews the leads of a batch at once, each as if it had been sent alone. A repeat of an
 * earlier lead of the batch waits for that one. With an `Idempotency-Key`, the key of a lead is that
 * key with the index.
 *
 * @returns the results in the order of the items; rejected as `createLead`
 */
export async function createLeads(
  intake: Intake,
  actor: ApiKeyActor,
  items: readonly BatchItem[],
  {
    idempotencyKey,
    isOncePerPerson,
    until,
    isDryRun,
  }: Omit<CreateOptions, 'bodyKey'> & { isDryRun: boolean },
): Promise<PromiseSettledResult<PreviewedLead>[]> {
  /** By natural key: the lead of the items so far, if one of them has or would have one. */
  const latest = new Map<string, Promise<PreviewedLead | undefined>>();
  const create = async (
    { index, submission, bodyKey }: BatchItem,
    before: Promise<PreviewedLead | undefined> | undefined,
  ): Promise<PreviewedLead> => {
    const earlier = await before;
    const repeated = earlier && { kind: 'repeated' as const, lead: earlier.lead };
    if (repeated && idempotencyKey === undefined) return repeated;

    // The repeat has an `Idempotency-Key` of its own, which may belong to another lead.
    const key = idempotencyKey && keyOfItem(index, idempotencyKey);
    const createOrPreview = isDryRun ? previewLead : createLead;
    const sent = { idempotencyKey: key, bodyKey, isOncePerPerson, until };
    const result = await createOrPreview(intake, actor, submission, sent);
    // A preview finds no lead of its own batch.
    return (isDryRun && result.kind === 'created' && repeated) || result;
  };

  const yieldWhenDue = timeSlices();
  const outcomes: Promise<PromiseSettledResult<PreviewedLead>[]>[] = [];
  for (const item of items) {
    const naturalKey = naturalKeyOf(item.submission, isOncePerPerson);
    const before = latest.get(naturalKey ?? '');
    const result = create(item, before);
    if (naturalKey !== undefined)
      latest.set(
        naturalKey,
        result.catch(() => before),
      );
    outcomes.push(Promise.allSettled([result]));
    await yieldWhenDue();
  }
  return (await Promise.all(outcomes)).flat();
}
