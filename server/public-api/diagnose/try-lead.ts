import type { FieldRule } from '#db/values/field-mapping.ts';
import {
  type Attribution,
  type AttributionReason,
  deriveAttribution,
  explainAttribution,
} from '../../services/leads/derive-attribution.ts';
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
}

export const noKey: OfKey = { mapping: [], country: undefined, comesFrom: null };

/** What an operation reads a body from, without step and database: a dry run has the warnings. */
export const rawInputOf = (body: object, { mapping, country }: OfKey): RawInput => ({
  params: {},
  header: (name) => (name === 'x-dry-run' ? 'true' : undefined),
  body,
  mapping,
  country,
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

/**
 * The object in a body.
 *
 * @throws PublicError as the operations do
 */
export const objectIn = (body: Uint8Array) => parseObject(decodeBody(body));

/** As `tryObject`, from the bytes of a body. */
export async function tryLead(body: Uint8Array, ofKey = noKey): Promise<TriedLead> {
  try {
    return await tryObject(objectIn(body), ofKey);
  } catch (error) {
    return refused(error);
  }
}
