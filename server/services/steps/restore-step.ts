import { announce } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { steps } from '#db/schema/funnels.ts';
import type { ManagingActor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { lockFunnel } from '../funnels/lock-funnel.ts';
import { isStep, lockStep, nextStepPosition } from './lock-step.ts';

/**
 * Brings an archived step back, behind the funnel's others.
 *
 * @throws NotFoundError, LimitReachedError
 */
export function restoreStep(
  db: Database,
  actor: ManagingActor,
  { id }: { id: string },
): Promise<{ id: string }> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    const step = await lockStep(tx, companyId, id);
    if (!step.archivedAt) return { id };

    await lockFunnel(tx, companyId, step.funnelId);
    const position = await nextStepPosition(tx, companyId, step.funnelId);
    await tx.update(steps).set({ archivedAt: null, position }).where(isStep(companyId, id));
    const details = { funnel: step.funnel };
    await recordAudit(tx, actor, {
      action: 'steps.restore',
      subject: step,
      details,
      change: { funnels: [step.funnelId] },
    });
    await announce(tx, 'steps');
    return { id };
  });
}
