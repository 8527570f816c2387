import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { contacts, leads } from '#db/schema/leads.ts';
import { deletedLeadsKeptDays } from '#db/values/limits.ts';

const rowsAtOnce = 500;

const isExpired = and(
  isNotNull(leads.deletedAt),
  sql`${leads.deletedAt} < now() - make_interval(days => ${deletedLeadsKeptDays}::int)`,
);

/**
 * Deletes for good some leads of one company that were deleted long enough ago, with their events and
 * idempotency keys. Each lead has a contact of its own, of which only the id stays: without an index
 * on `leads.contact_id`, which every commit of a lead would pay for, the foreign key would read all
 * leads of the company for each contact. A lead that is being restored is left for the next run.
 *
 * @returns whether there may be more
 */
export async function deleteExpiredLeads(db: Database): Promise<boolean> {
  const [next] = await db
    .select({ companyId: leads.companyId })
    .from(leads)
    .where(isExpired)
    .limit(1);
  if (!next) return false;
  const { companyId } = next;

  return db.transaction(async (tx) => {
    const expired = await tx
      .select({ id: leads.id, contactId: leads.contactId })
      .from(leads)
      .where(and(eq(leads.companyId, companyId), isExpired))
      .limit(rowsAtOnce)
      .for('update', { skipLocked: true });
    if (expired.length === 0) return false;

    const ids = expired.map(({ id }) => id);
    const contactIds = expired.flatMap(({ contactId }) => contactId ?? []);
    await tx.delete(leads).where(and(eq(leads.companyId, companyId), inArray(leads.id, ids)));
    await tx
      .update(contacts)
      .set({ name: '', phones: [], email: null })
      .where(and(eq(contacts.companyId, companyId), inArray(contacts.id, contactIds)));
    return true;
  });
}
