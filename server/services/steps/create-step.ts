import { announce } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { steps } from '#db/schema/funnels.ts';
import type { ManagingActor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { ConflictError } from '../errors.ts';
import { lockFunnel } from '../funnels/lock-funnel.ts';
import { nextStepPosition } from './lock-step.ts';

/**
 * A step behind the funnel's others.
 *
 * @throws NotFoundError, LimitReachedError
 * @throws ConflictError when the funnel is archived
 */
export function createStep(
  db: Database,
  actor: ManagingActor,
  { funnelId, name }: { funnelId: string; name: string },
): Promise<{ id: string }> {
  const { companyId } = actor;
  const step = { id: newId(), name };

  return db.transaction(async (tx) => {
    const funnel = await lockFunnel(tx, companyId, funnelId);
    if (funnel.archivedAt) throw new ConflictError('Restore the funnel before you add a step');

    const position = await nextStepPosition(tx, companyId, funnelId);
    await tx.insert(steps).values({ companyId, ...step, funnelId, position });
    const details = { funnel: funnel.name };
    await recordAudit(tx, actor, {
      action: 'steps.create',
      subject: step,
      details,
      change: { funnels: [funnelId] },
    });
    await announce(tx, 'steps');
    return { id: step.id };
  });
}
