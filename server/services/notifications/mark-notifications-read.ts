import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { memberships } from '#db/schema/applications.ts';
import type { UserActor } from '../actor.ts';
import { instantOf } from '../sql.ts';

/**
 * Marks as read what the member was shown, not what has come since.
 *
 * @param until `readAt` of the list that was shown; a later one of another tab stays
 */
export async function markNotificationsRead(
  db: Database,
  { companyId, userId }: UserActor,
  { until }: { until: string },
): Promise<{ id: string }> {
  const shown = instantOf(new Date(until));
  await db
    .update(memberships)
    .set({ notifiedUntil: shown })
    .where(
      and(
        eq(memberships.companyId, companyId),
        eq(memberships.userId, userId),
        sql`${memberships.notifiedUntil} < ${shown} and ${shown} <= now()`,
      ),
    );

  return { id: userId };
}
