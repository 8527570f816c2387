import type { leads } from '#db/schema/leads.ts';
import { type ComparedField, comparedFields } from '#db/values/comparison.ts';
import { describePhone } from '../services/leads/phone.ts';
import { readPhones } from '../services/leads/read-phones.ts';
import { readName, readTextField } from '../services/leads/read-values.ts';

export type ComparedLead = Pick<
  typeof leads.$inferSelect,
  'name' | 'phones' | 'phoneMarks' | 'unreadPhones' | 'email'
>;

/** What a file says of a lead. An empty text says nothing. */
export type SentPerson = Partial<Record<ComparedField, string>>;

/** Fewer digits at the end of a phone name several numbers. */
const minDigits = 8;

const digitsOf = (text: string) => text.replace(/[^0-9]/g, '');
const plainName = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ');
const plainEmail = (text: string) => text.trim().toLowerCase();

function isEndOfOther(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= minDigits && long.endsWith(short);
}

/**
 * Whether one of the phones of the lead is in the text. The numbering plan is asked last: it takes a
 * hundred times as long.
 */
function hasPhone(
  { phones, unreadPhones }: ComparedLead,
  sent: string,
  country: string | undefined,
): boolean {
  const digits = digitsOf(sent);
  if (phones.some((phone) => isEndOfOther(phone, digits))) return true;
  if (unreadPhones?.includes(sent.trim())) return true;

  const read = readPhones(sent, country).phones;
  return read.length === 0 || read.some((phone) => phones.includes(phone));
}

function hasName({ name }: ComparedLead, sent: string): boolean {
  if (plainName(name) === plainName(sent)) return true;
  const { value } = readName(sent);
  return value === undefined || plainName(name) === plainName(value);
}

function hasEmail({ email }: ComparedLead, sent: string): boolean {
  const stored = plainEmail(email ?? '');
  if (stored === plainEmail(sent)) return true;
  const { value } = readTextField('email', sent);
  return value === undefined || stored === plainEmail(value);
}

/**
 * The fields in which a lead differs from what a file says. What cannot be read of the file is no
 * difference.
 *
 * @param country of the company, for phones without a country code
 */
export const differencesOf = (
  lead: ComparedLead,
  sent: SentPerson,
  country: string | undefined,
): ComparedField[] =>
  comparedFields.filter((field) => {
    const text = sent[field];
    if (!text?.trim()) return false;
    if (field === 'phones') return !hasPhone(lead, text, country);
    return field === 'name' ? !hasName(lead, text) : !hasEmail(lead, text);
  });

/** What is stored, as the panel shows it. */
export function shownValue(lead: ComparedLead, field: ComparedField): string {
  if (field !== 'phones') return lead[field] ?? '';
  const described = lead.phones.map((digits) => describePhone(digits, lead.phoneMarks?.[digits]));
  return described.map(({ international }) => international).join(', ');
}
