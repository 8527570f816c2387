import { eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';
import { getUserByEmail, type UserOfApplication } from './get-user-by-email.ts';

/**
 * Lets a user in nowhere any more: sessions end at once, no sign-in succeeds. One who is
 * deactivated already stays so since then.
 *
 * @throws NotFoundError
 */
export async function deactivateUser(
  db: Database,
  input: UserOfApplication,
): Promise<{ id: string }> {
  const { id } = await getUserByEmail(db, input);
  await db
    .update(users)
    .set({ deactivatedAt: sql`coalesce(${users.deactivatedAt}, now())` })
    .where(eq(users.id, id));

  return { id };
}
