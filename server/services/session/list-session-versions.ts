import { inArray } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';

/** The session version of each of these users that is there. Deactivating a user raises it too. */
export async function listSessionVersions(
  db: Database,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: users.id, sessionVersion: users.sessionVersion })
    .from(users)
    .where(inArray(users.id, [...userIds]));

  return new Map(rows.map((row) => [row.id, row.sessionVersion]));
}
