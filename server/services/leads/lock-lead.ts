import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { leads } from '#db/schema/leads.ts';
import { editedFields } from '#db/values/lead-fields.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { columnsOf } from './lead-columns.ts';
import { outcomeColumns } from './outcome.ts';
import { isVisibleTo } from './visibility.ts';

/** One lead, if the actor may see it. */
export const isLead = (actor: CompanyActor, id: string) =>
  and(eq(leads.companyId, actor.companyId), eq(leads.id, id), isVisibleTo(actor));

/**
 * Locks a lead until the end of the transaction, and reads what members work on.
 *
 * @throws NotFoundError
 */
export async function lockLead(tx: Transaction, actor: CompanyActor, id: string) {
  const [lead] = await tx
    .select({
      contactId: leads.contactId,
      ...columnsOf(editedFields),
      nameFrom: leads.nameFrom,
      phoneMarks: leads.phoneMarks,
      unreadPhones: leads.unreadPhones,
      unreadValues: leads.unreadValues,
      stepId: leads.stepId,
      ...outcomeColumns,
      ownerId: leads.ownerId,
      followUpAt: leads.followUpAt,
      firstContactAt: leads.firstContactAt,
      openedAt: leads.openedAt,
    })
    .from(leads)
    .where(isLead(actor, id))
    .for('no key update');
  if (!lead) throw new NotFoundError('Lead not found');

  return lead;
}
