import { announceChange } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { savedViews } from '#db/schema/leads.ts';
import type { UserActor } from '../actor.ts';
import { assertMayShare, isView, lockOwnView } from './own-saved-view.ts';

interface ViewChanges {
  id: string;
  name?: string | undefined;
  query?: string | undefined;
  isShared?: boolean | undefined;
}

/**
 * Renames a view, shares it, or gives it another query.
 *
 * @throws NotFoundError
 * @throws ForbiddenError
 */
export function updateSavedView(
  db: Database,
  actor: UserActor,
  { id, ...changes }: ViewChanges,
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const { isShared } = await lockOwnView(tx, actor, id);
    if (changes.isShared ?? isShared) assertMayShare(actor);
    if (Object.values(changes).some((value) => value !== undefined)) {
      await tx.update(savedViews).set(changes).where(isView(actor.companyId, id));
    }
    if (isShared || changes.isShared) await announceChange(tx, actor.companyId, { views: [id] });
    return { id };
  });
}
