import { and, eq, inArray, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { leads } from '#db/schema/leads.ts';
import { testRetentionDays } from '#db/values/limits.ts';
import { removeRequests } from '../intake-log/remove-requests.ts';
import { isTest } from './lead-columns.ts';

const rowsAtOnce = 500;

const isExpired = and(
  isTest,
  sql`${leads.createdAt} < now() - make_interval(days => ${testRetentionDays}::int)`,
);

/**
 * Deletes tests of one company, with their idempotency keys, events and requests; leads that are no
 * tests stay.
 *
 * @returns how many were deleted
 */
export async function deleteTests(
  tx: Pick<Transaction, 'delete' | 'execute'>,
  companyId: string,
  ids: string[] | SQLWrapper,
): Promise<number> {
  const deleted = await tx
    .delete(leads)
    .where(and(eq(leads.companyId, companyId), inArray(leads.id, ids), isTest))
    .returning({ id: leads.id });
  await removeRequests(
    tx,
    companyId,
    deleted.map(({ id }) => id),
  );
  return deleted.length;
}

/**
 * Deletes some expired tests of one company. A test that is being changed is left for the next run.
 *
 * @returns whether there may be more
 */
export async function deleteExpiredTests(db: Database): Promise<boolean> {
  const [next] = await db
    .select({ companyId: leads.companyId })
    .from(leads)
    .where(isExpired)
    .limit(1);
  if (!next) return false;

  return db.transaction(async (tx) => {
    const expired = tx
      .select({ id: leads.id })
      .from(leads)
      .where(and(eq(leads.companyId, next.companyId), isExpired))
      .limit(rowsAtOnce)
      .for('update', { skipLocked: true });
    return (await deleteTests(tx, next.companyId, expired)) > 0;
  });
}
