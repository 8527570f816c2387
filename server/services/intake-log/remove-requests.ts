import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { intakeLog, requestBodies } from '#db/schema/intake-log.ts';

/**
 * Deletes the requests that created or repeated leads, with what was sent. Their counts stay, and tell
 * of no person. Requests that are not written yet are not written any more once the leads are gone.
 */
export async function removeRequests(
  tx: Pick<Database, 'delete'>,
  companyId: string,
  leadIds: readonly string[],
): Promise<void> {
  if (leadIds.length === 0) return;

  await tx
    .delete(requestBodies)
    .where(
      and(eq(requestBodies.companyId, companyId), inArray(requestBodies.subjectId, [...leadIds])),
    );
  await tx
    .delete(intakeLog)
    .where(and(eq(intakeLog.companyId, companyId), inArray(intakeLog.leadId, [...leadIds])));
}
