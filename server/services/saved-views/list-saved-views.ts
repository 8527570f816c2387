import { and, asc, eq, or } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';
import { savedViews } from '#db/schema/leads.ts';
import type { UserActor } from '../actor.ts';

/** The views of the user, and those that others share with the company. */
export async function listSavedViews(db: Database, { companyId, userId, role }: UserActor) {
  const rows = await db
    .select({
      id: savedViews.id,
      name: savedViews.name,
      query: savedViews.query,
      isShared: savedViews.isShared,
      userId: savedViews.userId,
      userName: users.name,
    })
    .from(savedViews)
    .innerJoin(users, eq(users.id, savedViews.userId))
    .where(
      and(
        eq(savedViews.companyId, companyId),
        or(eq(savedViews.userId, userId), eq(savedViews.isShared, true)),
      ),
    )
    .orderBy(asc(savedViews.name), asc(savedViews.id));

  return rows.map(({ userId: by, ...view }) => ({
    ...view,
    isOwn: by === userId,
    mayChange: by === userId || role === 'admin',
  }));
}
