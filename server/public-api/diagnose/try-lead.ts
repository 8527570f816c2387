import type { FieldRule } from '#db/values/field-mapping.ts';
import {
  type Attribution,
  type AttributionReason,
  deriveAttribution,
  explainAttribution,
} from '../../services/leads/derive-attribution.ts';
import { leadInput } from '../lead-input.ts';
import { decodeBody, parseObject } from '../read-json.ts';
import { PublicError } from '../response.ts';

export { attributionRules, noAttribution } from '../../services/leads/derive-attribution.ts';

/** Names of fields as the headers of an answer have them. */
interface Named {
  ignored: string;
  unread: string;
  cut: string;
}

/** What a body would become. Fields that are absent are `undefined`. */
export type TriedLead =
  | ({ status: 400; error: string } & Named)
  | ({
      status: 201;
      /** The values that would be stored, under their names in the schema. */
      fields: Record<string, unknown>;
      source: string;
      medium: string;
      channel: string;
      reason: AttributionReason;
    } & Named);

function named(headers: Record<string, string>): Named {
  const names = (header: string) => decodeURIComponent(headers[header] ?? '');
  return {
    ignored: names('x-ignored-fields'),
    unread: names('x-unread-fields'),
    cut: names('x-truncated-fields'),
  };
}

interface OfKey {
  mapping: readonly FieldRule[];
  /** Of the company; ISO 3166 alpha-2. */
  country: string | undefined;
  /** What its leads come from; `null`: as their fields say. */
  comesFrom: Attribution | null;
}

/**
 * Reads a body as the operation that creates a lead does, without step and database.
 *
 * @param ofKey absent: no key
 */
export async function tryLead(
  body: Uint8Array,
  { comesFrom, ...ofKey }: OfKey = { mapping: [], country: undefined, comesFrom: null },
): Promise<TriedLead> {
  try {
    const { submission, responseHeaders } = await leadInput.parseAsync({
      params: {},
      header: () => undefined,
      body: parseObject(decodeBody(body)),
      ...ofKey,
      countIgnored: () => {},
    });
    const { stepId: _, ignoredFields: __, unstored: ___, ...fields } = submission;
    const derived = comesFrom ?? deriveAttribution(submission);
    return {
      status: 201,
      fields,
      ...derived,
      reason: explainAttribution(submission, derived, comesFrom !== null),
      ...named(responseHeaders),
    };
  } catch (error) {
    if (!(error instanceof PublicError)) throw error;
    return { status: 400, error: error.message, ...named(error.headers) };
  }
}
