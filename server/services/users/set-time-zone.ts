import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';
import type { UserActor } from '../actor.ts';
import { assertTimeZone } from '../companies/time-zone.ts';

/**
 * Sets in which time zone the panel shows times to a user; `null`: in the company's.
 *
 * @throws InvalidError for an unknown time zone
 */
export async function setTimeZone(
  db: Database,
  { userId }: UserActor,
  { timeZone }: { timeZone: string | null },
): Promise<{ id: string }> {
  if (timeZone !== null) await assertTimeZone(db, timeZone);
  await db.update(users).set({ timeZone }).where(eq(users.id, userId));

  return { id: userId };
}
