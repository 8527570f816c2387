import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';
import { getUserByEmail, type UserOfApplication } from './get-user-by-email.ts';

/**
 * Takes a deactivation back. Sessions of before stay ended.
 *
 * @throws NotFoundError
 */
export async function activateUser(
  db: Database,
  input: UserOfApplication,
): Promise<{ id: string }> {
  const { id } = await getUserByEmail(db, input);
  await db.update(users).set({ deactivatedAt: null }).where(eq(users.id, id));

  return { id };
}
