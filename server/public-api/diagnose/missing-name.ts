import { meantValue } from '../../services/leads/lead-rules.ts';
import { shortName } from '../lead-headers.ts';
import { fieldNames, nameParts } from '../lead-schema.ts';
import { explainNames } from './explain.ts';

const namesOfPerson = new Set(['name', 'phones', 'email', ...Object.keys(nameParts)]);

/** Whether a value looks like a lead. A list of `{name, value}` is one lead, field by field. */
function hasPerson(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || 'value' in value || 'values' in value) {
    return false;
  }
  return Object.entries(value).some(
    ([sent, inner]) =>
      namesOfPerson.has(fieldNames.get(sent) ?? '') &&
      (typeof inner !== 'object' || Array.isArray(inner)),
  );
}

/** Where the lead is, when it is inside of a field that is not read. */
function explainNesting(body: object, unread: readonly string[]): string {
  const values = new Map<string, unknown>(Object.entries(body));
  for (const sent of unread) {
    const value = values.get(sent);
    const name = shortName(sent);
    if (hasPerson(value)) return `: send the fields of ${name} without ${name} around them`;
    if (Array.isArray(value) && value.some(hasPerson)) {
      return `: ${name} is a list; send one lead, or {"leads": […]} to the batch`;
    }
  }
  return '';
}

/** The names that came, where one that is not read may be meant for the name; such names first. */
export function missingNameHint(body: object): string {
  const unread = Object.keys(body).filter((sent) => !fieldNames.has(sent));
  if (unread.length === 0) return '';

  const read = Object.entries(body).filter(
    ([sent, value]) => fieldNames.has(sent) && meantValue(value) !== undefined,
  );
  return explainNames([...unread, ...read.map(([sent]) => sent)]) + explainNesting(body, unread);
}
