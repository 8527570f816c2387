import { type EditedText, editedTexts, fieldOf, leadFields } from '#db/values/lead-fields.ts';
import { maxPhones } from '#db/values/limits.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';

/** What a mend reads of a lead. */
export type MendableLead = Pick<
  LeadDetail,
  'name' | 'nameFrom' | 'phones' | 'phoneMarks' | 'unreadPhones' | 'unreadValues' | EditedText
> & { contact: Pick<LeadDetail['contact'], 'phones'> };

/** Something of a lead that is missing, may be wrong or was not read, and what a member can enter. */
export interface Mend {
  /** One for each in a lead. */
  key: string;
  /** `reach` adds a phone or an email address; `null`: members do not edit the field. */
  field: 'name' | 'phones' | 'reach' | EditedText | null;
  /** Of the field of the lead. */
  label: string;
  /** What was sent. A phone: as a line of `phoneLines`. */
  sent: string | null;
  /** Why it is marked. */
  mark: string;
  /** What to enter. */
  advice: string;
  /** Whether to say so before it is needed. */
  isAdvised?: true;
  /** It was typed for what the lead does not have any more. */
  isStale?: true;
}

/** A stored phone as it is shown and entered: without plus where its country is unknown. */
export const phoneText = (digits: string, marks: LeadDetail['phoneMarks'] | undefined): string =>
  marks?.[digits] === 'countryUnknown' ? digits : `+${digits}`;

/** A text of a sender as a line of a form. */
const lineOf = (text: string) => text.replace(/\s+/g, ' ').trim();

/** What a lead has of phones, read or not. */
export const phoneLines = (
  lead: Pick<LeadDetail, 'phones'> & Partial<Pick<LeadDetail, 'phoneMarks' | 'unreadPhones'>>,
): string[] => [
  ...lead.phones.map((digits) => phoneText(digits, lead.phoneMarks)),
  ...(lead.unreadPhones ?? []).map(lineOf),
];

const phoneAdvice = 'Enter one phone number with country code, such as +1 202 555 0123';
const countryAdvice = 'Enter + and the country code before the number';

function storedPhoneMends({ phones, phoneMarks, contact }: MendableLead): Mend[] {
  const doubtful = contact.phones.filter(
    ({ digits, possible }) => !possible && phones.includes(digits),
  );
  return doubtful.map(({ digits }) => {
    const isUnknown = phoneMarks?.[digits] === 'countryUnknown';
    return {
      key: `phones.${digits}`,
      field: 'phones',
      label: 'Phone',
      sent: phoneText(digits, phoneMarks),
      mark: isUnknown ? 'Country unknown' : 'Check this number',
      advice: isUnknown ? countryAdvice : phoneAdvice,
      ...(isUnknown && { isAdvised: true }),
    };
  });
}

const hasPhoneDigits = (text: string) => text.replace(/\P{Nd}/gu, '').length >= 8;

function unreadPhoneMends({ phones, unreadPhones }: MendableLead): Mend[] {
  return unreadPhones.map((text) => {
    const isOneMore = phones.length >= maxPhones && hasPhoneDigits(text);
    return {
      key: `unread.${text}`,
      field: 'phones',
      label: 'Phone',
      sent: lineOf(text),
      mark: isOneMore ? `More than ${maxPhones} phones` : 'Not a phone number',
      advice: phoneAdvice,
    };
  });
}

function emailMark({ email }: MendableLead, sent: string): string {
  return email !== null && sent.includes(email) ? 'Several addresses' : 'Not an email address';
}

const isField = (name: string): name is keyof typeof leadFields => Object.hasOwn(leadFields, name);

function unreadValueMend(lead: MendableLead, name: string, sent: string): Mend {
  const label = isField(name) ? fieldOf(name).label : name;
  const isEdited = editedTexts.find((text) => text === name);
  const field = name === 'name' ? name : (isEdited ?? null);
  const mark = name === 'email' ? emailMark(lead, sent) : 'Could not be read';
  const advice = name === 'email' ? 'Enter one email address' : `Enter the ${label.toLowerCase()}`;
  return { key: name, field, label, sent, mark, advice };
}

/** In the order of the page. */
export function mendsOf(lead: MendableLead): Mend[] {
  const { nameFrom, unreadValues } = lead;
  const isReachable = lead.phones.length > 0 || lead.email !== null;
  const reach: Mend = {
    key: 'reach',
    field: 'reach',
    label: 'Phone or email',
    sent: null,
    mark: 'No phone or email',
    advice: 'Enter a phone number or an email address',
  };
  const name: Mend = {
    key: 'name',
    field: 'name',
    label: 'Name',
    sent: unreadValues.name ?? null,
    mark: 'No name was sent',
    advice: 'Enter the name',
  };
  const others = Object.entries(unreadValues).filter(([field]) => field !== 'name' || !nameFrom);
  return [
    ...(isReachable ? [] : [reach]),
    ...(nameFrom ? [name] : []),
    ...storedPhoneMends(lead),
    ...unreadPhoneMends(lead),
    ...others.map(([field, sent]) => unreadValueMend(lead, field, sent)),
  ];
}

/** A mend for which something was typed, and whose mark has gone since. */
export function staleMend(lead: MendableLead, mend: Mend): Mend {
  const { field } = mend;
  const isAdded = field === null || field === 'phones' || field === 'reach';
  const now = isAdded ? null : lead[field];
  const advice = now === null ? 'Save to add it' : `Now “${now}”. Save to overwrite it`;
  return { ...mend, mark: 'Changed meanwhile', advice, isAdvised: true, isStale: true };
}

/** What the field of a mend holds at first. */
export const firstTextOf = ({ sent }: Mend): string => sent ?? '';

/** A long text may be saved as it was sent; anything else that is marked has to be changed. */
export const isOpenText = ({ field }: Mend): boolean =>
  field !== null && field !== 'reach' && fieldOf(field).kind === 'longText';

/** Whether an empty field removes what was sent. */
export const isRemovable = (mend: Mend): boolean =>
  mend.sent !== null && mend.field !== 'name' && mend.field !== null;

/** The lines with one of them replaced by what was typed, or with that behind them. */
function withLine(lines: readonly string[], sent: string | null, typed: string): string[] {
  const added = typed === '' ? [] : [typed];
  const place = sent === null ? -1 : lines.indexOf(sent);
  return place === -1 ? [...lines, ...added] : lines.toSpliced(place, 1, ...added);
}

/** The input of `leads.edit`, without the lead. The other phones stay. */
export function editsOfMend(lead: MendableLead, { field, sent }: Mend, text: string) {
  const typed = text.trim();
  if (field === null) return {};
  if (field === 'phones' || (field === 'reach' && !typed.includes('@'))) {
    return { phones: { from: lead.phones, to: withLine(phoneLines(lead), sent, typed) } };
  }
  if (field === 'name') return { name: { from: lead.name, to: typed } };

  const name = field === 'reach' ? 'email' : field;
  return { [name]: { from: lead[name], to: typed === '' ? lead[name] : typed } };
}
