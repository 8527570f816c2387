import type { Database } from '#db/client.ts';
import { steps } from '#db/schema/funnels.ts';
import type { ManagingActor } from '../actor.ts';
import { changesOf, recordAudit } from '../audit/record-audit.ts';
import { isStep, lockStep } from './lock-step.ts';

/** @throws NotFoundError */
export function renameStep(
  db: Database,
  actor: ManagingActor,
  { id, name }: { id: string; name: string },
): Promise<{ id: string }> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    const step = await lockStep(tx, companyId, id);
    const changes = changesOf({ name: [step.name, name] });
    if (!changes) return { id };

    await tx.update(steps).set({ name }).where(isStep(companyId, id));
    const details = { ...changes, funnel: step.funnel };
    await recordAudit(tx, actor, {
      action: 'steps.rename',
      subject: { id, name },
      details,
      change: { funnels: [step.funnelId] },
    });
    return { id };
  });
}
