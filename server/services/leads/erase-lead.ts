import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { leadMerges, leads } from '#db/schema/leads.ts';
import type { ManagingActor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import { findPlace } from '../steps/find-places.ts';
import { lockWithMerged } from './merged-leads.ts';
import { removeLeads } from './remove-leads.ts';

/**
 * Erases a lead at once and for good: also a deleted one, whose time it does not wait for, and a test. Leads
 * that were merged into it go with it.
 * The audit log says that a lead was erased, with how many merged ones, and nothing of the person: its entries
 * are never deleted.
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
    /* Asked under the lock: a merge may have been waited for. */
    await lockWithMerged(tx, companyId, [id]);
    const [lead] = await tx
      .select({ stepId: leads.stepId, keptId: leadMerges.keptId })
      .from(leads)
      .leftJoin(
        leadMerges,
        and(eq(leadMerges.companyId, leads.companyId), eq(leadMerges.leadId, leads.id)),
      )
      .where(and(eq(leads.companyId, companyId), eq(leads.id, id)));
    if (!lead) throw new NotFoundError('Lead not found');
    if (lead.keptId) {
      throw new ConflictError(
        'It was merged into another lead. Erase that one, or take them apart',
      );
    }

    const place = await findPlace(tx, actor, lead.stepId);
    const removed = await removeLeads(tx, companyId, [id]);
    const merged = removed.length - 1;
    await recordAudit(tx, actor, {
      action: 'leads.erase',
      subject: { id, name: 'Lead' },
      details: { funnel: place.funnel.name, step: place.name, ...(merged > 0 && { merged }) },
      change: { steps: removed.map(({ stepId }) => stepId) },
    });

    return { id };
  });
}
