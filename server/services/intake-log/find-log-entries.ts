import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { intakeLog } from '#db/schema/intake-log.ts';
import { logEntriesPerPage } from '#db/values/intake-log.ts';
import type { CompanyActor } from '../actor.ts';
import { hasIdIn, readEntries } from './entry-view.ts';

/** The newest entries with the id of a request: several for a batch, or when its sender sets the id. */
export async function findLogEntries(
  db: Database,
  actor: CompanyActor,
  { requestId }: { requestId: string },
) {
  const found = await db
    .select({ id: intakeLog.id })
    .from(intakeLog)
    .where(and(eq(intakeLog.companyId, actor.companyId), eq(intakeLog.requestId, requestId)))
    .orderBy(desc(intakeLog.id))
    .limit(logEntriesPerPage);
  return found.length > 0 ? readEntries(db, actor, hasIdIn(found.map(({ id }) => id))) : [];
}
