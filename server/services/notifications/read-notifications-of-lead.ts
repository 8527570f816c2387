import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { leads, notificationReads } from '#db/schema/leads.ts';
import type { UserActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { isReadableBy } from '../leads/visibility.ts';

/**
 * Marks what the member was told of a lead until now as read.
 *
 * @throws NotFoundError
 */
export async function readNotificationsOfLead(
  db: Database,
  actor: UserActor,
  { id }: { id: string },
): Promise<{ id: string }> {
  const { companyId, userId } = actor;
  const [lead] = await db
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.companyId, companyId), eq(leads.id, id), isReadableBy(actor)));
  if (!lead) throw new NotFoundError('Lead not found');

  await db
    .insert(notificationReads)
    .values({ companyId, leadId: id, userId, readAt: sql`now()` })
    .onConflictDoUpdate({
      target: [notificationReads.companyId, notificationReads.leadId, notificationReads.userId],
      set: { readAt: sql`excluded.read_at` },
    });
  return { id };
}
