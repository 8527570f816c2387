import {
  type AttributionReason,
  deriveAttribution,
  explainAttribution,
} from '../../services/leads/derive-attribution.ts';
import { leadInput } from '../lead-input.ts';
import { parseObject } from '../read-json.ts';
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

/** Reads a body as the operation that creates a lead does, without key, step and database. */
export async function tryLead(text: string): Promise<TriedLead> {
  try {
    const { submission, responseHeaders } = await leadInput.parseAsync({
      params: {},
      header: () => undefined,
      body: parseObject(text),
      mapping: [],
      country: undefined,
      keepsBodies: true,
      countIgnored: () => {},
    });
    const { stepId: _, ignoredFields: __, unstored: ___, ...fields } = submission;
    const derived = deriveAttribution(submission);
    return {
      status: 201,
      fields,
      ...derived,
      reason: explainAttribution(submission, derived),
      ...named(responseHeaders),
    };
  } catch (error) {
    if (!(error instanceof PublicError)) throw error;
    return { status: 400, error: error.message, ...named(error.headers) };
  }
}
