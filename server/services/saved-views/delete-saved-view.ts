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
): Promise<{ id: string; isShared: boolean }> {
  return db.transaction(async (tx) => {
    const { isShared } = await lockOwnView(tx, actor, id);
    await tx.delete(savedViews).where(isView(actor.companyId, id));
    return { id, isShared };
  });
}
