import { isNeverRead } from '#db/values/field-mapping.ts';
import { maxCustomFields } from '#db/values/limits.ts';
import {
  type CustomValue,
  readCustomName,
  readCustomValue,
} from '../services/leads/read-values.ts';
import type { LeadNotes } from './lead-notes.ts';

/** Whether a value of a body may be what a person answered: no object, and no field of a tool. */
export const isAnswer = (name: string, value: unknown) =>
  name.trim() !== '' &&
  !name.startsWith('_') &&
  !isNeverRead(name) &&
  (Array.isArray(value) ? value : [value]).every((item) => !(item instanceof Object));

/**
 * Adds answers to custom fields, and takes them out of what is unknown. Those for which there is no place
 * stay there, and count for the natural key.
 *
 * @param unknown values that neither names nor rules read, by name
 */
export function keepAnswers(
  body: object,
  unknown: Map<string, unknown>,
  values: Map<string, CustomValue>,
  notes: LeadNotes,
): void {
  for (const [sentName, sentValue] of unknown) {
    if (!Object.hasOwn(body, sentName) || !isAnswer(sentName, sentValue)) continue;

    const sent = { name: sentName, value: sentValue };
    const { name, findings: ofName } = readCustomName(sentName);
    const { value, findings } = readCustomValue(sentValue);
    const hasPlace = !values.has(name) && values.size < maxCustomFields;
    if (value !== undefined && !hasPlace) {
      notes.addUnstored('customFields', sent);
      continue;
    }
    notes.add('customFields', sent, value === undefined ? findings : [...ofName, ...findings]);
    if (value === undefined) continue;
    values.set(name, value);
    unknown.delete(sentName);
  }
}
