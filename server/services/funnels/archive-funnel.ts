import { sql } from 'drizzle-orm';
import { announce } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { funnels } from '#db/schema/funnels.ts';
import type { ManagingActor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { isFunnel, lockFunnel } from './lock-funnel.ts';

/**
 * From now on the funnel's steps take no leads. An archived funnel stays as it is.
 *
 * @throws NotFoundError
 */
export function archiveFunnel(
  db: Database,
  actor: ManagingActor,
  { id }: { id: string },
): Promise<{ id: string }> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    const funnel = await lockFunnel(tx, companyId, id);
    if (funnel.archivedAt) return { id };

    await tx.update(funnels).set({ archivedAt: sql`now()` }).where(isFunnel(companyId, id));
    await recordAudit(tx, actor, { action: 'funnels.archive', subject: funnel });
    await announce(tx, 'steps');
    return { id };
  });
}
