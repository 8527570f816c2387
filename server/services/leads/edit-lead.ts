import { and, eq } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { contacts } from '#db/schema/leads.ts';
import { type EditedText, editedTexts, nameParts } from '#db/values/lead-fields.ts';
import type { PhoneMarks } from '#db/values/leads.ts';
import { shownText } from '../../panel-api/schemas/common.ts';
import type { CompanyActor } from '../actor.ts';
import { getCountry } from '../companies/country.ts';
import { getLead, type LeadDescription } from './get-lead.ts';
import { assertUnchanged, type Edit, type LeadEventEntry } from './lead-changes.ts';
import { lockLead } from './lock-lead.ts';
import { type Person, readPerson } from './read-person.ts';
import { saveLeads } from './save-leads.ts';

type CustomValue = string | number | boolean;

type TextEdits = { [Name in EditedText]?: Edit<string | null> | undefined };

interface LeadEdits extends TextEdits {
  id: string;
  name?: Edit<string> | undefined;
  phones?: Edit<string[]> | undefined;
  /** By name; `null` for a field that the lead does not have. */
  customFields?: Record<string, Edit<CustomValue | null>> | undefined;
}

type Value = CustomValue | readonly string[] | null | undefined;

/** As the timeline has it; null for an absent value. */
function textOf(value: Value, marks: PhoneMarks | null = null): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object') return String(value);
  const phones = value.map((digits) =>
    marks?.[digits] === 'countryUnknown' ? digits : `+${digits}`,
  );
  return phones.length > 0 ? phones.join(', ') : null;
}

const plainFields = ['name', 'phones', ...editedTexts] as const;
type PlainField = (typeof plainFields)[number];

type LockedLead = Awaited<ReturnType<typeof lockLead>>;

interface FieldChange {
  field: string;
  stored: Value;
  seen: Value;
  wanted: Value;
  /** For the timeline: what was stored, or sent and not read; and what replaces it. */
  from: string | null;
  to: string | null;
}

/** Senders choose the names: one may be `constructor`. */
const ownValue = (fields: Person['customFields'], name: string) =>
  fields && Object.hasOwn(fields, name) ? fields[name] : undefined;

const join = (texts: readonly (string | null | undefined)[]) =>
  texts.filter((text) => text !== null && text !== undefined).join(', ') || null;

/** What the lead has of a field, with what was sent and not read. A name that was not sent is none. */
function textBefore(lead: LockedLead, field: PlainField): string | null {
  if (field === 'name') return lead.nameFrom ? (lead.unreadValues?.name ?? null) : lead.name;

  const unread = field === 'phones' ? lead.unreadPhones : [lead.unreadValues?.[field]];
  return join([textOf(lead[field], lead.phoneMarks), ...(unread ?? [])]);
}

/** What the lead gets, with the phones that stay unread. */
const textAfter = (wanted: Person, field: PlainField) =>
  field === 'phones'
    ? join([textOf(wanted.phones, wanted.phoneMarks), ...(wanted.unreadPhones ?? [])])
    : textOf(wanted[field]);

function changesOf(lead: LockedLead, edits: LeadEdits, wanted: Person): FieldChange[] {
  const plain = plainFields.flatMap((field) => {
    const edit = edits[field];
    if (!edit) return [];
    const from = textBefore(lead, field);
    const to = textAfter(wanted, field);
    return [{ field, stored: lead[field], seen: edit.from, wanted: wanted[field], from, to }];
  });
  const custom = Object.entries(edits.customFields ?? {}).map(([name, edit]) => {
    const stored = ownValue(lead.customFields ?? undefined, name);
    const to = ownValue(wanted.customFields, name);
    const texts = { from: textOf(stored), to: textOf(to) };
    return { field: `customFields.${name}`, stored, seen: edit.from, wanted: to, ...texts };
  });
  return [...plain, ...custom];
}

const shown = (value: Value) => shownText(textOf(value) ?? '');

/**
 * New values of the columns. What was sent and not read goes with a new value of its field; of phones,
 * a text stays that was left as it was.
 */
function columnsOf(lead: LockedLead, wanted: Person) {
  const { phones, phoneMarks = {}, unreadPhones = [], customFields, ...texts } = wanted;
  const replaced = new Set([...Object.keys(wanted), ...('name' in wanted ? nameParts : [])]);
  const unread = Object.entries(lead.unreadValues ?? {}).filter(([field]) => !replaced.has(field));
  const isMarked = Object.keys(phoneMarks).length > 0;
  return {
    ...Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text ?? null])),
    ...(wanted.name !== undefined && { name: wanted.name, nameFrom: null }),
    ...(phones && {
      phones,
      phoneMarks: isMarked ? phoneMarks : null,
      unreadPhones: unreadPhones.length > 0 ? unreadPhones : null,
    }),
    ...('customFields' in wanted && { customFields: customFields ?? null }),
    unreadValues: unread.length > 0 ? Object.fromEntries(unread) : null,
  };
}

/** The contact was created with the lead, and has its name, phones and email. */
async function setPerson(
  tx: Transaction,
  actor: CompanyActor,
  id: string,
  lead: LockedLead,
  wanted: Person,
  events: LeadEventEntry[],
): Promise<void> {
  await saveLeads(tx, actor, { ids: [id], set: columnsOf(lead, wanted), events });
  if (lead.contactId === null) return;

  const isContact = and(eq(contacts.companyId, actor.companyId), eq(contacts.id, lead.contactId));
  const { name = lead.name, phones = lead.phones } = wanted;
  const email = 'email' in wanted ? (wanted.email ?? null) : lead.email;
  await tx.update(contacts).set({ name, phones, email }).where(isContact);
}

/** What the member typed of the fields that they edited. */
function typedBy(lead: LockedLead, { customFields, ...edits }: LeadEdits) {
  const plain = plainFields.flatMap((field) => {
    const edit = edits[field];
    return edit ? [[field, edit.to] as const] : [];
  });
  if (!customFields) return Object.fromEntries(plain);

  const custom = new Map(Object.entries(lead.customFields ?? {}));
  for (const [name, { to }] of Object.entries(customFields)) {
    if (to === null) custom.delete(name);
    else custom.set(name, to);
  }
  return { ...Object.fromEntries(plain), customFields: Object.fromEntries(custom) };
}

/**
 * Changes what is known of the person, all or nothing, by the rules for a lead that is sent to the
 * API. A text that was sent as a phone and is none may stay among the phones. Each field that really
 * changes becomes an event on the timeline.
 *
 * @throws NotFoundError
 * @throws InvalidFieldsError
 * @throws LeadConflictError when another change of one of the fields came first
 */
export function editLead(
  db: Database,
  actor: CompanyActor,
  { id, ...edits }: LeadEdits,
): Promise<LeadDescription> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    const lead = await lockLead(tx, actor, id);
    const typed = typedBy(lead, { id, ...edits });
    const wanted = readPerson(typed, await getCountry(tx, companyId), lead.unreadPhones ?? []);

    const events = [];
    for (const change of changesOf(lead, { id, ...edits }, wanted)) {
      const { field, from, to } = change;
      const seen = { from: shown(change.seen), to: shown(change.wanted) };
      const event = { companyId, leadId: id, type: 'edited', field } as const;
      await assertUnchanged(tx, event, shown(change.stored), seen);
      if (from !== to) events.push({ leadId: id, type: 'edited' as const, field, from, to });
    }
    if (events.length > 0) await setPerson(tx, actor, id, lead, wanted, events);
    return getLead(tx, actor, { id });
  });
}
