import type { FieldRule } from '#db/values/field-mapping.ts';
import type { SubmissionType } from '#db/values/intake-log.ts';
import {
  type Attribution,
  type AttributionReason,
  deriveAttribution,
  explainAttribution,
} from '../../services/leads/derive-attribution.ts';
import { errors } from '../errors.ts';
import { comesFromOf } from '../inbound/presets.ts';
import { readSubmission } from '../inbound/read-submission.ts';
import { leadInput } from '../lead-input.ts';
import { decodeBody, parseObject, type RawInput } from '../read-json.ts';
import { PublicError } from '../response.ts';
import { canonicalLead } from './canonical-lead.ts';

export { attributionRules, noAttribution } from '../../services/leads/derive-attribution.ts';

/** Names of fields as the headers of an answer have them. */
interface Named {
  ignored: string;
  unread: string;
  cut: string;
  /** What was not read as it was sent, and why. */
  warnings: string;
}

/** What a body would become. Fields that are absent are `undefined`. */
export type TriedLead =
  | ({ status: 400 | 413; error: string } & Named)
  | ({
      status: 201;
      /** The values that would be stored, under their names in the schema. */
      fields: Record<string, unknown>;
      source: string;
      medium: string;
      channel: string;
      reason: AttributionReason;
      /** The same lead as a body with the published names. */
      canonical: object;
    } & Named);

function named(headers: Record<string, string>): Named {
  const names = (header: string) => decodeURIComponent(headers[header] ?? '');
  return {
    ignored: names('x-ignored-fields'),
    unread: names('x-unread-fields'),
    cut: names('x-truncated-fields'),
    warnings: names('x-warnings'),
  };
}

export interface OfKey {
  mapping: readonly FieldRule[];
  /** Of the company; ISO 3166 alpha-2. */
  country: string | undefined;
  /** What its leads come from; `null`: as their fields say. */
  comesFrom: Attribution | null;
  /** At an inbound address, answers that no name and no rule reads become custom fields. */
  keepsAnswers?: boolean | undefined;
}

export const noKey: OfKey = { mapping: [], country: undefined, comesFrom: null };

/** What an operation reads a body from, without step and database: a dry run has the warnings. */
export const rawInputOf = (body: object, { mapping, country, keepsAnswers }: OfKey): RawInput => ({
  params: {},
  header: (name) => (name === 'x-dry-run' ? 'true' : undefined),
  body,
  mapping,
  country,
  keepsAnswers,
  countIgnored: () => {},
});

/** @throws any other error unchanged */
export function refused(error: unknown): TriedLead {
  if (!(error instanceof PublicError)) throw error;
  const status = error.status === 413 ? 413 : 400;
  return { status, error: error.message, ...named(error.headers) };
}

/** Reads a lead as the operation that creates one does, without step and database. */
export async function tryObject(body: object, ofKey: OfKey): Promise<TriedLead> {
  const ignored = new Set<string>();
  const countIgnored = (names: readonly string[]) => {
    for (const name of names) ignored.add(name);
  };
  try {
    const raw = { ...rawInputOf(body, ofKey), countIgnored };
    const { submission, isTest, responseHeaders } = await leadInput.parseAsync(raw);
    const { stepId: _, ignoredFields: __, unstored: ___, ...fields } = submission;
    const { comesFrom } = ofKey;
    const derived = comesFrom ?? deriveAttribution(submission);
    return {
      status: 201,
      fields,
      ...derived,
      reason: explainAttribution(submission, derived, comesFrom !== null),
      canonical: canonicalLead(body, { submission, isTest, ignored }),
      ...named(responseHeaders),
    };
  } catch (error) {
    return refused(error);
  }
}

/** A body as it was sent, and how it is read where it came to an inbound address. */
export interface SentBytes {
  bytes: Uint8Array;
  submission?: SubmissionType | undefined;
}

export const sentBytesOf = ({
  text,
  encoding,
  submission,
}: {
  text: string;
  encoding: 'utf-8' | 'base64';
  submission?: SubmissionType | undefined;
}): SentBytes => ({ bytes: Buffer.from(text, encoding), submission });

/**
 * The object in a body.
 *
 * @throws PublicError as the operations do
 */
export function objectIn({ bytes, submission }: SentBytes): object {
  if (!submission) return parseObject(decodeBody(bytes));

  const [first] = readSubmission(bytes, submission);
  if (!first) throw new PublicError(errors.submissionNotRead);
  return first;
}

/** How a body is read with the mapping of a key. */
export const ofKeyFor = ({ submission }: SentBytes, ofKey: OfKey): OfKey =>
  submission
    ? {
        ...ofKey,
        keepsAnswers: true,
        comesFrom: ofKey.comesFrom ?? comesFromOf(submission.preset),
      }
    : ofKey;

/** As `tryObject`, from a body as it was sent. */
export async function tryLead(sent: SentBytes, ofKey = noKey): Promise<TriedLead> {
  try {
    return await tryObject(objectIn(sent), ofKeyFor(sent, ofKey));
  } catch (error) {
    return refused(error);
  }
}
