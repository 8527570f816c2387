import { type EditedField, type EditedText, editedTexts } from '#db/values/lead-fields.ts';
import type { PhoneMarks } from '#db/values/leads.ts';
import { InvalidFieldsError } from '../errors.ts';
import { phoneFindings } from './phone-findings.ts';
import { readPhones } from './read-phones.ts';
import {
  type CustomValue,
  type Finding,
  type ReadValue,
  readCustomFields,
  readName,
  readTextField,
} from './read-values.ts';

type Typed = { [Field in EditedField]?: unknown };

/** What a member typed, as it is stored. Absent: not typed, or empty. */
export type Person = { [Field in EditedText]?: string | undefined } & {
  name?: string | undefined;
  phones?: string[];
  /** Of the phones. */
  phoneMarks?: PhoneMarks;
  customFields?: Record<string, CustomValue> | undefined;
};

const nameIsMissing: Finding = { kind: 'kept', code: 'required', message: 'is required', path: [] };

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A member sees at once what is refused. A phone of an uncertain country is stored with its mark. */
const isRefused = ({ kind, code }: Finding) => kind !== 'changed' && code !== 'unknown_country';

function issueOf(field: EditedField, typed: Typed, { path, message }: Finding) {
  const [index] = path;
  const phones = field === 'phones' && Array.isArray(typed.phones) ? typed.phones : [];
  const phone = typeof index === 'number' ? `${phones[index]}: ` : '';
  return { path: [field, ...path].join('.'), message: sentence(`${phone}${message}`) };
}

/**
 * Reads what a member typed of some fields, as what is sent to the API is read, but refuses what would
 * be kept unread, cut or joined.
 *
 * @param country of the company
 * @throws InvalidFieldsError
 */
export function readPerson(typed: Typed, country: string | undefined): Person {
  const issues: { path: string; message: string }[] = [];
  const person: Person = {};
  const read = <Value>(field: EditedField, reading: ReadValue<Value>): Value | undefined => {
    const refused = reading.findings.filter(isRefused);
    issues.push(...refused.map((found) => issueOf(field, typed, found)));
    return reading.value;
  };

  if ('name' in typed) {
    const name = readName(typed.name);
    const isMissing = name.value === undefined && !name.findings.some(isRefused);
    person.name = read('name', isMissing ? { findings: [nameIsMissing] } : name);
  }
  if (typed.phones !== undefined) {
    const { phones, marks, ...rest } = readPhones(typed.phones, country);
    const findings = phoneFindings(typed.phones, { phones, marks, ...rest });
    person.phones = read('phones', { value: phones, findings }) ?? [];
    person.phoneMarks = marks;
  }
  for (const field of editedTexts) {
    if (field in typed) person[field] = read(field, readTextField(field, typed[field]));
  }
  if ('customFields' in typed) {
    person.customFields = read('customFields', readCustomFields(typed.customFields));
  }
  if (issues.length > 0) throw new InvalidFieldsError(issues);
  return person;
}
