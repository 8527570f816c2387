import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { memberships } from '#db/schema/applications.ts';
import { notificationReads } from '#db/schema/leads.ts';
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
  await db.transaction(async (tx) => {
    const marked = await tx
      .update(memberships)
      .set({ notifiedUntil: shown })
      .where(
        and(
          eq(memberships.companyId, companyId),
          eq(memberships.userId, userId),
          sql`${memberships.notifiedUntil} < ${shown} and ${shown} <= now()`,
        ),
      )
      .returning({ userId: memberships.userId });
    if (marked.length === 0) return;
    // What was read one by one before is read now in any case.
    await tx
      .delete(notificationReads)
      .where(
        and(
          eq(notificationReads.companyId, companyId),
          eq(notificationReads.userId, userId),
          sql`${notificationReads.readAt} <= ${shown}`,
        ),
      );
  });

  return { id: userId };
}
