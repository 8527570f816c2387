import { type EditedField, type EditedText, editedTexts } from '#db/values/lead-fields.ts';
import type { PhoneMarks } from '#db/values/leads.ts';
import { shownText } from '../../panel-api/schemas/common.ts';
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
  /** Texts that were sent as phones and are none, as far as they were left as they were. */
  unreadPhones?: string[];
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

/** As a member saw it, on one line. */
const lineOf = (text: string) => shownText(text).replace(/\s+/g, ' ').trim();

/** @param sent texts that the lead has as unread phones: those that were left are not refused */
function readTypedPhones(typed: unknown, country: string | undefined, sent: readonly string[]) {
  const { phones, marks, unread } = readPhones(typed, country);
  const known = new Set(sent.map(lineOf));
  const read = new Set(unread.map(lineOf));
  const refused = unread.filter((text) => !known.has(lineOf(text)));
  return {
    phones,
    marks,
    left: sent.filter((text) => read.has(lineOf(text))),
    findings: phoneFindings(typed, { phones, marks, unread: refused }),
  };
}

/**
 * Reads what a member typed of some fields, as what is sent to the API is read, but refuses what would
 * be kept unread, cut or joined.
 *
 * @param country of the company
 * @param unreadPhones of the lead: those that were left are not refused
 * @throws InvalidFieldsError
 */
export function readPerson(
  typed: Typed,
  country: string | undefined,
  unreadPhones: readonly string[] = [],
): Person {
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
    const { phones, marks, left, findings } = readTypedPhones(typed.phones, country, unreadPhones);
    person.phones = read('phones', { value: phones, findings }) ?? [];
    person.phoneMarks = marks;
    person.unreadPhones = left;
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
