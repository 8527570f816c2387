import { isNeverRead, writePath } from '#db/values/field-mapping.ts';
import { allFields } from '#db/values/lead-fields.ts';
import { maxCustomFields } from '#db/values/limits.ts';
import type { Submission } from '../../intake/lead.ts';
import { isAbsent } from '../../services/leads/read-values.ts';
import { valuesIn } from '../body-paths.ts';
import { meaningOf } from '../lead-names.ts';

/** More values than a lead has room for. */
const maxValues = 1_000;

/** What is not read, as custom fields by paths. Other values of a field that is read are left out. */
function unreadAsCustomFields(body: object, ignored: ReadonlySet<string>): [string, unknown][] {
  return valuesIn(body, maxValues)
    .filter(({ path: [first = ''], value }) => !meaningOf(String(first)) && !isAbsent(value))
    .map(({ path, value }) => ({ name: writePath(path), first: String(path[0]), value }))
    .filter(({ name, first }) => ignored.has(name) || ignored.has(first))
    .filter(({ name }) => !isNeverRead(name))
    .map(({ name, value }) => [name, value]);
}

interface AsRead {
  submission: Omit<Submission, 'origin' | 'requestId'>;
  isTest: boolean;
  /** Names of fields, as they were sent, or paths. */
  ignored: ReadonlySet<string>;
}

/**
 * A lead as a body with the published names, so that all of it is stored: what cannot be read is as it
 * was sent, and what is not read becomes custom fields.
 */
export function canonicalLead(body: object, { submission, isTest, ignored }: AsRead): object {
  const { name, nameFrom, phones = [], unreadPhones, unreadValues } = submission;
  const custom = new Map<string, unknown>(Object.entries(submission.customFields ?? {}));
  for (const [path, value] of unreadAsCustomFields(body, ignored)) {
    if (custom.size < maxCustomFields && !custom.has(path)) custom.set(path, value);
  }
  const values = {
    ...unreadValues,
    ...submission,
    name: nameFrom ? unreadValues?.name : name,
    phones: [...phones.map((phone) => `+${phone}`), ...(unreadPhones ?? [])],
    customFields: Object.fromEntries(custom),
  };
  const fields = allFields
    .map((field) => [field, values[field]] as const)
    .filter(([, value]) => !isAbsent(value));
  return { ...Object.fromEntries(fields), ...(isTest && { is_test: true }) };
}
