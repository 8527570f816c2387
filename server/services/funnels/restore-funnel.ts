import { announce } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { funnels } from '#db/schema/funnels.ts';
import type { ManagingActor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { lockCompany } from '../companies/lock-company.ts';
import { isFunnel, lockFunnel, nextFunnelPosition } from './lock-funnel.ts';

/**
 * Brings an archived funnel back, behind the others.
 *
 * @throws NotFoundError, LimitReachedError
 */
export function restoreFunnel(
  db: Database,
  actor: ManagingActor,
  { id }: { id: string },
): Promise<{ id: string }> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    await lockCompany(tx, companyId);
    const funnel = await lockFunnel(tx, companyId, id);
    if (!funnel.archivedAt) return { id };

    const position = await nextFunnelPosition(tx, companyId);
    await tx.update(funnels).set({ archivedAt: null, position }).where(isFunnel(companyId, id));
    await recordAudit(tx, actor, { action: 'funnels.restore', subject: funnel });
    await announce(tx, 'steps');
    return { id };
  });
}
