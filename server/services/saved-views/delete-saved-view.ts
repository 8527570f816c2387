import { announceChange } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { savedViews } from '#db/schema/leads.ts';
import type { UserActor } from '../actor.ts';
import { isView, lockOwnView } from './own-saved-view.ts';

/**
 * @throws NotFoundError
 * @throws ForbiddenError
 */
export function deleteSavedView(
  db: Database,
  actor: UserActor,
  { id }: { id: string },
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const { isShared } = await lockOwnView(tx, actor, id);
    await tx.delete(savedViews).where(isView(actor.companyId, id));
    if (isShared) await announceChange(tx, actor.companyId, { views: [id] });
    return { id };
  });
}
