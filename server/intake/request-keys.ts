import { hash } from 'node:crypto';
import { saidFields } from '#db/values/lead-fields.ts';
import type { ApiKeyActor } from '../services/actor.ts';
import { type IdempotencyKeys, isTest, type Submission } from './lead.ts';

/** The first 128 bits of a SHA-256, as a UUID. */
export function digest(data: string): string {
  const hex = hash('sha256', data, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

const keyMark = (submission: Submission) => (isTest(submission) ? 'test|' : '');

/** JSON in which the order of fields does not matter. */
const sortedJson = (fields: object) =>
  JSON.stringify(fields, (_, value) =>
    value instanceof Object && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

/**
 * Step, external id and everything that a person said, which a retry has in common with the request
 * it repeats: a constant that was mapped to the external id must not swallow a person. Tests have keys
 * of their own: a test is never taken for a lead, nor a lead for a test.
 */
export function naturalKeyOf(submission: Submission, isOncePerPerson = false): string | undefined {
  const { stepId, externalLeadId, phones = [], name, nameFrom, unstored } = submission;
  if (!externalLeadId) return undefined;
  if (isOncePerPerson) return digest(`${keyMark(submission)}person|${stepId}|${externalLeadId}`);

  const texts = saidFields.map((field) => [field, submission[field]]);
  const said = { ...Object.fromEntries(texts), ...(nameFrom && { nameFrom }), unstored };
  const isMore = Object.values(said).some(Boolean);
  const length = Buffer.byteLength(externalLeadId);
  const text = isMore
    ? sortedJson({ stepId, externalLeadId, phones, name, ...said })
    : // As migration `0003_safety.sql` and earlier versions made it.
      `external|${stepId}|${length}|${externalLeadId}|${phones.join()}|${name}`;
  return digest(keyMark(submission) + text);
}

/** What a request was sent with that tells it from others. */
export interface SentKeys {
  idempotencyKey?: string | undefined;
  /** Of a request without that, where a repeat is recognized by the body. */
  bodyKey?: string | undefined;
  /** The external id names a person, and only what they send first is a lead. */
  isOncePerPerson?: boolean | undefined;
}

/** Names a request by its key, the step that it was sent to and its body, byte for byte. */
export const bodyKeyOf = (
  { apiKeyId }: Pick<ApiKeyActor, 'apiKeyId'>,
  stepId: string,
  body: Uint8Array,
) => digest(`body|${apiKeyId}|${stepId}|${hash('sha256', body, 'hex')}`);

/** The key of a request that may have been sent again from the intake log before. */
export const lateRetryKey = (
  actor: Pick<ApiKeyActor, 'apiKeyId' | 'replayedUntil'>,
  stepId: string,
  body: Uint8Array | undefined,
) =>
  actor.replayedUntil !== null && Date.now() < actor.replayedUntil && body
    ? bodyKeyOf(actor, stepId, body)
    : undefined;

/**
 * @param submission its fields as they were read: spelling, order and ignored fields do not matter, nor
 *   do marks of phones
 * @returns `undefined` where every request is a new lead
 */
export function idempotencyKeysOf(
  submission: Submission,
  { idempotencyKey, bodyKey, isOncePerPerson }: SentKeys,
): IdempotencyKeys | undefined {
  const naturalKey = naturalKeyOf(submission, isOncePerPerson);
  if (idempotencyKey === undefined && bodyKey !== undefined) {
    const key = digest(keyMark(submission) + bodyKey);
    return { request: { key, digest: key }, naturalKey };
  }
  if (idempotencyKey === undefined) return naturalKey === undefined ? undefined : { naturalKey };

  const key = digest(`${keyMark(submission)}idempotency|${idempotencyKey}`);
  const { requestId, ignoredFields, phoneMarks, ...fields } = submission;
  return { request: { key, digest: digest(sortedJson(fields)) }, naturalKey };
}
