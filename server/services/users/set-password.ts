import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';
import { type Author, recordUserAudit } from '../audit/record-audit.ts';
import { endSessions } from '../session/session-claims.ts';
import { getUserByEmail, type UserOfApplication } from './get-user-by-email.ts';
import { hashNewPassword } from './password.ts';

/**
 * Gives a user another password, as an operator does for a user who lost it. All sessions of the
 * user end.
 *
 * @throws InvalidError, NotFoundError
 */
export async function setPassword(
  db: Database,
  author: Author,
  { password, ...input }: UserOfApplication & { password: string },
): Promise<{ id: string }> {
  const passwordHash = await hashNewPassword(password, 'password');

  return db.transaction(async (tx) => {
    const { id: userId } = await getUserByEmail(tx, input);
    await tx
      .update(users)
      .set({ passwordHash, ...endSessions })
      .where(eq(users.id, userId));
    await recordUserAudit(tx, author, { userId, action: 'users.changePassword' });

    return { id: userId };
  });
}
