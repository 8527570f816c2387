import type { Database } from '#db/client.ts';
import { leads } from '#db/schema/leads.ts';
import type { ManagingActor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import { findPlace } from '../steps/find-places.ts';
import { deleteTests } from './delete-expired-tests.ts';
import { isLead } from './lock-lead.ts';

/**
 * Deletes a test, as happens to it after seven days. The audit log keeps no name of the person: its
 * entries are never deleted.
 *
 * @throws NotFoundError
 * @throws ConflictError for a lead that is no test
 */
export function removeTest(
  db: Database,
  actor: ManagingActor,
  { id }: { id: string },
): Promise<{ id: string }> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    const [lead] = await tx
      .select({ stepId: leads.stepId, origin: leads.origin })
      .from(leads)
      .where(isLead(actor, id))
      .for('update');
    if (!lead) throw new NotFoundError('Lead not found');
    if (lead.origin !== 'test') throw new ConflictError('Only tests can be removed');

    const place = await findPlace(tx, actor, lead.stepId);
    await deleteTests(tx, companyId, [id]);
    await recordAudit(tx, actor, {
      action: 'leads.removeTest',
      subject: { id, name: 'Test lead' },
      details: { funnel: place.funnel.name, step: place.name },
      change: { steps: [lead.stepId] },
    });

    return { id };
  });
}
