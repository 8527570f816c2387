import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { contacts } from '#db/schema/leads.ts';
import type { CompanyActor } from '../actor.ts';
import type { LeadEventEntry } from './lead-changes.ts';
import type { Lead } from './read-pair.ts';
import { saveLeads } from './save-leads.ts';

/** Values of columns of a lead. Guarantee of the cast: the names are those of columns. */
export const pickColumns = (lead: Lead, names: readonly string[]): Partial<Lead> =>
  Object.fromEntries(names.map((name) => [name, lead[name as keyof Lead]]));

interface Events {
  events?: readonly LeadEventEntry[];
  at?: Date;
  /** The time of the change that is taken back. */
  undoes?: Date;
}

/** Sets columns of a lead, and its contact, which was created with its name, phones and email. */
export async function setColumns(
  tx: Transaction,
  actor: CompanyActor,
  { companyId, id, contactId }: Pick<Lead, 'companyId' | 'id' | 'contactId'>,
  set: Partial<Lead>,
  { events = [], at, undoes }: Events = {},
): Promise<void> {
  await saveLeads(tx, actor, { ids: [id], set, events, at, undoes });
  const { name, phones, email } = set;
  const person = {
    ...(name !== undefined && { name }),
    ...(phones !== undefined && { phones }),
    ...(email !== undefined && { email }),
  };
  if (contactId === null || Object.keys(person).length === 0) return;
  await tx
    .update(contacts)
    .set(person)
    .where(and(eq(contacts.companyId, companyId), eq(contacts.id, contactId)));
}
