import { maxCustomFields } from '#db/values/limits.ts';
import { customFieldValue, meantValue, presentFields } from '../services/leads/lead-fields.ts';
import { shortName } from './lead-headers.ts';

interface SentFields {
  body: object;
  /** Names of fields of the body that are not read. */
  ignored: string[];
  /** As they were sent. */
  customFields: unknown;
}

/**
 * Adds the ignored fields that the key keeps to the custom fields. A field stays ignored when custom
 * fields cannot hold its value or have its name already; it never refuses the lead.
 */
export function keepFields(
  { body, ignored, customFields }: SentFields,
  keptFields: readonly string[],
): Omit<SentFields, 'body'> {
  const own = meantValue(customFields) ?? {};
  if (typeof own !== 'object' || Array.isArray(own)) return { ignored, customFields };

  const sent = new Map<string, unknown>(Object.entries(body));
  const values = new Map(presentFields(own));
  const stayIgnored = (name: string) => {
    const kept = shortName(name);
    if (!keptFields.includes(kept) || !sent.has(name) || values.has(kept)) return true;

    const value = meantValue(sent.get(name));
    if (value === undefined) return false;
    if (values.size >= maxCustomFields || !customFieldValue.safeParse(value).success) return true;

    values.set(kept, value);
    return false;
  };
  return { ignored: ignored.filter(stayIgnored), customFields: Object.fromEntries(values) };
}
