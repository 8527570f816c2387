import { and, count, eq } from 'drizzle-orm';
import { announceChange } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { memberships } from '#db/schema/applications.ts';
import { savedViews } from '#db/schema/leads.ts';
import { savedViewsPerUser } from '#db/values/limits.ts';
import type { UserActor } from '../actor.ts';
import { LimitReachedError } from '../errors.ts';
import { assertMayShare } from './own-saved-view.ts';

interface NewView {
  name: string;
  query: string;
  isShared: boolean;
}

/**
 * @throws ForbiddenError
 * @throws LimitReachedError
 */
export async function createSavedView(
  db: Database,
  actor: UserActor,
  view: NewView,
): Promise<{ id: string }> {
  const { companyId, userId } = actor;
  if (view.isShared) assertMayShare(actor);

  return db.transaction(async (tx) => {
    // Of two at the limit, one is refused.
    await tx
      .select({ userId: memberships.userId })
      .from(memberships)
      .where(and(eq(memberships.companyId, companyId), eq(memberships.userId, userId)))
      .for('no key update');
    const [own] = await tx
      .select({ views: count() })
      .from(savedViews)
      .where(and(eq(savedViews.companyId, companyId), eq(savedViews.userId, userId)));
    if (own && own.views >= savedViewsPerUser) {
      throw new LimitReachedError(`You have ${savedViewsPerUser} views. Delete one first`);
    }

    const id = newId();
    await tx.insert(savedViews).values({ companyId, id, userId, ...view });
    if (view.isShared) await announceChange(tx, companyId, { views: [id] });
    return { id };
  });
}
