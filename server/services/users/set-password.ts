import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';
import { getUserByEmail, type UserOfApplication } from './get-user-by-email.ts';
import { hashNewPassword } from './password.ts';

/**
 * Gives a user another password, as an operator does for somebody who lost theirs. All their
 * sessions end.
 *
 * @throws InvalidError, NotFoundError
 */
export async function setPassword(
  db: Database,
  { password, ...input }: UserOfApplication & { password: string },
): Promise<{ id: string }> {
  const passwordHash = await hashNewPassword(password, 'password');
  const { id } = await getUserByEmail(db, input);
  await db.update(users).set({ passwordHash }).where(eq(users.id, id));

  return { id };
}
