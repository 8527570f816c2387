import { sql } from 'drizzle-orm';
import { announce } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { steps } from '#db/schema/funnels.ts';
import type { ManagingActor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { isStep, lockStep } from './lock-step.ts';

/**
 * From now on the step takes no leads; those in it stay. An archived step stays as it is.
 *
 * @throws NotFoundError
 */
export function archiveStep(
  db: Database,
  actor: ManagingActor,
  { id }: { id: string },
): Promise<{ id: string }> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    const step = await lockStep(tx, companyId, id);
    if (step.archivedAt) return { id };

    await tx.update(steps).set({ archivedAt: sql`now()` }).where(isStep(companyId, id));
    const details = { funnel: step.funnel };
    await recordAudit(tx, actor, {
      action: 'steps.archive',
      subject: step,
      details,
      change: { funnels: [step.funnelId] },
    });
    await announce(tx, 'steps');
    return { id };
  });
}
