import { maxCustomFields } from '#db/values/limits.ts';
import { customFieldValue, meantValue, presentFields } from '../services/leads/lead-rules.ts';
import { shortName } from './lead-headers.ts';

interface SentFields {
  body: object;
  /** Names of fields of the body that are not read. */
  ignored: string[];
  /** As they were sent. */
  customFields: unknown;
}

interface KeptFields extends Omit<SentFields, 'body'> {
  /** Names of the custom fields that were added. */
  kept: string[];
}

/**
 * Adds the ignored fields that the key keeps to the custom fields. A field stays ignored when custom
 * fields cannot hold its value or have its name already; it never refuses the lead.
 */
export function keepFields(
  { body, ignored, customFields }: SentFields,
  keptFields: readonly string[],
): KeptFields {
  const own = meantValue(customFields) ?? {};
  if (typeof own !== 'object' || Array.isArray(own)) return { ignored, customFields, kept: [] };

  const sent = new Map<string, unknown>(Object.entries(body));
  const values = new Map(presentFields(own));
  const kept: string[] = [];
  const stayIgnored = (name: string) => {
    const short = shortName(name);
    if (!keptFields.includes(short) || !sent.has(name) || values.has(short)) return true;

    const value = meantValue(sent.get(name));
    if (value === undefined) return false;
    if (values.size >= maxCustomFields || !customFieldValue.safeParse(value).success) return true;

    values.set(short, value);
    kept.push(short);
    return false;
  };
  const stillIgnored = ignored.filter(stayIgnored);
  return { ignored: stillIgnored, customFields: Object.fromEntries(values), kept };
}
