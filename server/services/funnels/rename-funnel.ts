import type { Database } from '#db/client.ts';
import { funnels } from '#db/schema/funnels.ts';
import type { ManagingActor } from '../actor.ts';
import { changesOf, recordAudit } from '../audit/record-audit.ts';
import { isFunnel, lockFunnel } from './lock-funnel.ts';

/** @throws NotFoundError */
export function renameFunnel(
  db: Database,
  actor: ManagingActor,
  { id, name }: { id: string; name: string },
): Promise<{ id: string }> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    const funnel = await lockFunnel(tx, companyId, id);
    const details = changesOf({ name: [funnel.name, name] });
    if (!details) return { id };

    await tx.update(funnels).set({ name }).where(isFunnel(companyId, id));
    await recordAudit(tx, actor, { action: 'funnels.rename', subject: { id, name }, details });
    return { id };
  });
}
