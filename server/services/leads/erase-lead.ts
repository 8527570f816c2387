import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { leads } from '#db/schema/leads.ts';
import type { ManagingActor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import { findPlace } from '../steps/find-places.ts';
import { countChanges, countedDay } from './count-changes.ts';
import { isTest } from './lead-columns.ts';
import { removeLeads } from './remove-leads.ts';
import { isDeleted, isMerged } from './visibility.ts';

/**
 * Erases a lead at once and for good: also a deleted one, whose time it does not wait for, and a test. Leads
 * that were merged into it go with it.
 * The audit log says that a lead was erased, and nothing of the person: its entries are never deleted.
 *
 * @throws NotFoundError
 * @throws ConflictError for a lead that is part of another one
 */
export function eraseLead(
  db: Database,
  actor: ManagingActor,
  { id }: { id: string },
): Promise<{ id: string }> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    const [lead] = await tx
      .select({
        stepId: leads.stepId,
        day: countedDay,
        isUncounted: sql<boolean>`${isTest} or ${isDeleted}`,
        isMerged: sql<boolean>`${isMerged}`,
      })
      .from(leads)
      .where(and(eq(leads.companyId, companyId), eq(leads.id, id)))
      .for('update');
    if (!lead) throw new NotFoundError('Lead not found');
    if (lead.isMerged) {
      throw new ConflictError(
        'It was merged into another lead. Erase that one, or take them apart',
      );
    }

    const { stepId, day, isUncounted } = lead;
    const place = await findPlace(tx, actor, stepId);
    await removeLeads(tx, companyId, [id]);
    await countChanges(tx, companyId, isUncounted ? [] : [{ stepId, day, leads: -1 }]);
    await recordAudit(tx, actor, {
      action: 'leads.erase',
      subject: { id, name: 'Lead' },
      details: { funnel: place.funnel.name, step: place.name },
      change: { steps: [stepId] },
    });

    return { id };
  });
}
