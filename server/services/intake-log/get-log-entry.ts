import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { intakeLog, requestBodies } from '#db/schema/intake-log.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { hasIdIn, readEntries } from './entry-view.ts';
import { type BodyDependencies, openBody } from './read-bodies.ts';

/**
 * An entry of the intake log with the body as it was sent. `sent` is null when the body is masked, not
 * stored or expired.
 *
 * @throws NotFoundError
 */
export async function getLogEntry(
  db: Database,
  actor: CompanyActor,
  { id }: { id: string },
  dependencies: BodyDependencies,
) {
  const { companyId } = actor;
  const [[entry], [body]] = await Promise.all([
    readEntries(db, actor, hasIdIn([id])),
    db
      .select({ id: requestBodies.id, sealed: requestBodies.sealed })
      .from(requestBodies)
      .innerJoin(
        intakeLog,
        and(eq(intakeLog.companyId, requestBodies.companyId), eq(intakeLog.id, requestBodies.id)),
      )
      .where(
        and(
          eq(requestBodies.companyId, companyId),
          eq(intakeLog.id, id),
          sql`${requestBodies.subjectId} = coalesce(${intakeLog.leadId}, ${intakeLog.id})`,
        ),
      ),
  ]);
  if (!entry) throw new NotFoundError('This request is not in the log');

  const sent = body && !entry.isMasked ? openBody(dependencies, companyId, body) : null;
  return { ...entry, sent };
}
