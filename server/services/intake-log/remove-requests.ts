import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { intakeLog, requestBodies } from '#db/schema/intake-log.ts';

/** Held shared by the writers of the intake log, each until its commit. */
export const intakeLogLock = 7_236_005;

/**
 * Deletes the requests that created or repeated leads, with what was sent. Their counts stay, and tell
 * of no person. Waits for requests that are being written, and holds back those that are not until its
 * transaction ends: they are not written any more once the leads are gone.
 */
export async function removeRequests(
  tx: Pick<Transaction, 'delete' | 'execute'>,
  companyId: string,
  leadIds: readonly string[],
): Promise<void> {
  if (leadIds.length === 0) return;

  await tx.execute(sql`select pg_advisory_xact_lock(${intakeLogLock})`);
  await tx
    .delete(requestBodies)
    .where(
      and(eq(requestBodies.companyId, companyId), inArray(requestBodies.subjectId, [...leadIds])),
    );
  await tx
    .delete(intakeLog)
    .where(and(eq(intakeLog.companyId, companyId), inArray(intakeLog.leadId, [...leadIds])));
}
