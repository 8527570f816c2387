import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';

/** Whether the user is there, belongs to the application and is not deactivated. */
export async function isActiveUser(
  db: Database,
  { userId, applicationId }: { userId: string; applicationId: string },
): Promise<boolean> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        eq(users.applicationId, applicationId),
        isNull(users.deactivatedAt),
      ),
    );

  return user !== undefined;
}
