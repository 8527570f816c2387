import { and, eq, inArray, isNotNull, not, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { leads } from '#db/schema/leads.ts';
import { deletedLeadRetentionDays } from '#db/values/limits.ts';
import { lockWithMerged } from './merged-leads.ts';
import { removeLeads } from './remove-leads.ts';
import { isMerged } from './visibility.ts';

const rowsAtOnce = 500;

const isExpired = and(
  isNotNull(leads.deletedAt),
  not(isMerged),
  sql`${leads.deletedAt} < now() - make_interval(days => ${deletedLeadRetentionDays}::int)`,
);

/**
 * Deletes for good some leads of one company that were deleted long enough ago, with those that were merged
 * into them. A lead that is being restored is waited for, and stays.
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
    const findExpired = async (among?: readonly string[]) => {
      const rows = await tx
        .select({ id: leads.id })
        .from(leads)
        .where(
          and(eq(leads.companyId, companyId), isExpired, among && inArray(leads.id, [...among])),
        )
        .limit(rowsAtOnce);
      return rows.map(({ id }) => id);
    };
    const found = await findExpired();
    await lockWithMerged(tx, companyId, found);
    const expired = await findExpired(found);
    if (expired.length === 0) return false;

    await removeLeads(tx, companyId, expired);
    return true;
  });
}
