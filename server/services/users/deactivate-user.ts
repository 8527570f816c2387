import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';
import { type Author, recordUserAudit } from '../audit/record-audit.ts';
import { endSessions } from '../session/session-claims.ts';
import { getUserByEmail, type UserOfApplication } from './get-user-by-email.ts';

/**
 * Ends all sessions of a user and refuses every sign-in. A deactivated user stays as it is.
 *
 * @throws NotFoundError
 */
export function deactivateUser(
  db: Database,
  author: Author,
  input: UserOfApplication,
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const { id: userId } = await getUserByEmail(tx, input);
    const deactivated = await tx
      .update(users)
      .set({ deactivatedAt: sql`now()`, ...endSessions })
      .where(and(eq(users.id, userId), isNull(users.deactivatedAt)))
      .returning({ id: users.id });
    if (deactivated.length > 0) {
      await recordUserAudit(tx, author, { userId, action: 'users.deactivate' });
    }

    return { id: userId };
  });
}
