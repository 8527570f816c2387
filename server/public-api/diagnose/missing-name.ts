import { isAbsent } from '../../services/leads/read-values.ts';
import { shortName } from '../lead-headers.ts';
import { meaningOf } from '../lead-names.ts';
import { explainNames } from './explain.ts';

const person = new Set(['name', 'fullName', 'firstName', 'lastName', 'phones', 'email']);

/** Whether a value looks like a lead. A list of `{name, value}` is one lead, field by field. */
function hasPerson(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || 'value' in value || 'values' in value) {
    return false;
  }
  return Object.entries(value).some(
    ([sent, inner]) =>
      person.has(meaningOf(sent)?.meaning ?? '') &&
      (typeof inner !== 'object' || Array.isArray(inner)),
  );
}

/** Where the lead is, when it is inside of a field that is not read. */
function explainNesting(unknown: readonly (readonly [name: string, value: unknown])[]): string {
  for (const [sent, value] of unknown) {
    const name = shortName(sent);
    if (hasPerson(value)) return `: send the fields of ${name} without ${name} around them`;
    if (Array.isArray(value) && value.some(hasPerson)) {
      return `: ${name} is a list; send one lead, or {"leads": […]} to the batch`;
    }
  }
  return '';
}

/** The names that came: those that are not read first, then those of absent values. */
export function missingNameHint(body: object): string {
  const entries = Object.entries(body);
  const unknown = entries.filter(([name]) => !meaningOf(name));
  const known = entries.filter(([name]) => meaningOf(name));
  const named = [
    ...unknown,
    ...known.filter(([, value]) => !isAbsent(value)),
    ...known.filter(([, value]) => isAbsent(value)),
  ];
  return explainNames(named.map(([name]) => name)) + explainNesting(unknown);
}
