import type { Database } from '#db/client.ts';
import { steps } from '#db/schema/funnels.ts';
import type { LeadOutcome } from '#db/values/leads.ts';
import type { ManagingActor } from '../actor.ts';
import { changesOf, recordAudit } from '../audit/record-audit.ts';
import { isStep, lockStep } from './lock-step.ts';

/**
 * Marks a step: leads that members move into it from now on are won or lost. `null` removes the mark.
 * Leads that are in it keep their status.
 *
 * @throws NotFoundError
 */
export function setStepOutcome(
  db: Database,
  actor: ManagingActor,
  { id, outcome }: { id: string; outcome: LeadOutcome | null },
): Promise<{ id: string }> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    const step = await lockStep(tx, companyId, id);
    const changes = changesOf({ mark: [step.outcome, outcome] });
    if (!changes) return { id };

    await tx.update(steps).set({ outcome }).where(isStep(companyId, id));
    await recordAudit(tx, actor, {
      action: 'steps.setOutcome',
      subject: step,
      details: { ...changes, funnel: step.funnel },
      change: { funnels: [step.funnelId] },
    });
    return { id };
  });
}
