import { and, eq } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { contacts } from '#db/schema/leads.ts';
import { type EditedText, eachOf, editedTexts } from '#db/values/lead-fields.ts';
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
function textOf(value: Value): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object') return String(value);
  return value.length > 0 ? value.map((digits) => `+${digits}`).join(', ') : null;
}

const plainFields = ['name', 'phones', ...editedTexts] as const;

interface FieldChange {
  field: string;
  stored: Value;
  seen: Value;
  wanted: Value;
}

/** Senders choose the names: one may be `constructor`. */
const ownValue = (fields: Person['customFields'], name: string) =>
  fields && Object.hasOwn(fields, name) ? fields[name] : undefined;

function changesOf(
  edits: LeadEdits,
  stored: Omit<Person, 'customFields'>,
  [storedCustom, wantedCustom]: [Person['customFields'], Person['customFields']],
  wanted: Person,
): FieldChange[] {
  const plain = plainFields.flatMap((field) => {
    const edit = edits[field];
    return edit ? [{ field, stored: stored[field], seen: edit.from, wanted: wanted[field] }] : [];
  });
  const custom = Object.entries(edits.customFields ?? {}).map(([name, edit]) => ({
    field: `customFields.${name}`,
    stored: ownValue(storedCustom, name),
    seen: edit.from,
    wanted: ownValue(wantedCustom, name),
  }));
  return [...plain, ...custom];
}

const shown = (value: Value) => shownText(textOf(value) ?? '');

/** The contact was created with the lead, and has its name, phones and email. */
async function setPerson(
  tx: Transaction,
  actor: CompanyActor,
  { id, contactId }: { id: string; contactId: string | null },
  { name, phones = [], customFields, ...texts }: Person,
  events: LeadEventEntry[],
): Promise<void> {
  const person = { name, phones, email: texts.email ?? null };
  const set = {
    ...person,
    ...eachOf(editedTexts, (field) => texts[field] ?? null),
    customFields: customFields ?? null,
  };
  await saveLeads(tx, actor, { ids: [id], set, events });
  if (contactId === null) return;

  const isContact = and(eq(contacts.companyId, actor.companyId), eq(contacts.id, contactId));
  await tx.update(contacts).set(person).where(isContact);
}

/**
 * Changes what is known of the person, all or nothing, by the rules for a lead that is sent to the
 * API. Each field that really changes becomes an event on the timeline.
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
    const custom = new Map(Object.entries(lead.customFields ?? {}));
    for (const [name, { to }] of Object.entries(edits.customFields ?? {})) {
      if (to === null) custom.delete(name);
      else custom.set(name, to);
    }
    const stored = {
      name: lead.name,
      phones: lead.phones,
      ...eachOf(editedTexts, (field) => lead[field] ?? undefined),
    };
    const country = await getCountry(tx, companyId);
    const person = {
      name: edits.name?.to ?? stored.name,
      phones: edits.phones?.to ?? stored.phones.map((digits) => `+${digits}`),
      ...eachOf(editedTexts, (field) => {
        const edit = edits[field];
        return edit ? edit.to : stored[field];
      }),
      customFields: Object.fromEntries(custom),
    };
    const wanted = readPerson(person, country);

    const events = [];
    const before = lead.customFields ?? undefined;
    for (const change of changesOf(
      { id, ...edits },
      stored,
      [before, wanted.customFields],
      wanted,
    )) {
      const { field } = change;
      const [from, to] = [textOf(change.stored), textOf(change.wanted)];
      const seen = { from: shown(change.seen), to: shownText(to ?? '') };
      const event = { companyId, leadId: id, type: 'edited', field } as const;
      await assertUnchanged(tx, event, shownText(from ?? ''), seen);
      if (from !== to) events.push({ leadId: id, type: 'edited' as const, field, from, to });
    }
    if (events.length > 0) {
      await setPerson(tx, actor, { id, contactId: lead.contactId }, wanted, events);
    }
    return getLead(tx, actor, { id });
  });
}
