import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { requestBodies } from '#db/schema/intake-log.ts';
import { leads } from '#db/schema/leads.ts';
import { sentBodiesPerLead } from '#db/values/intake-log.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { timeOfId } from '../intake-log/log-filter.ts';
import { type BodyDependencies, openBody } from '../intake-log/read-bodies.ts';
import { isReadableBy } from './visibility.ts';

/**
 * The bodies of the requests that created and repeated a lead, as they were sent, the oldest first.
 * Empty once they have expired, and for a lead that was not sent.
 *
 * @throws NotFoundError
 */
export async function getAsSent(
  db: Database,
  actor: CompanyActor,
  { id: leadId }: { id: string },
  dependencies: BodyDependencies,
) {
  const { companyId } = actor;
  const [[lead], bodies] = await Promise.all([
    db
      .select({ id: leads.id })
      .from(leads)
      .where(and(eq(leads.companyId, companyId), eq(leads.id, leadId), isReadableBy(actor))),
    db
      .select({ id: requestBodies.id, sealed: requestBodies.sealed })
      .from(requestBodies)
      .where(and(eq(requestBodies.companyId, companyId), eq(requestBodies.subjectId, leadId)))
      .orderBy(asc(requestBodies.id))
      .limit(sentBodiesPerLead),
  ]);
  if (!lead) throw new NotFoundError('Lead not found');

  return bodies.map((body) => ({
    id: body.id,
    at: timeOfId(body.id),
    isRepeat: body.id !== leadId,
    sent: openBody(dependencies, companyId, body),
  }));
}
