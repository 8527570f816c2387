import { and, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';
import { type Author, recordUserAudit } from '../audit/record-audit.ts';
import { endSessions } from '../session/session-claims.ts';
import { getUserByEmail, type UserOfApplication } from './get-user-by-email.ts';

/**
 * Reverts a deactivation. Earlier sessions stay ended.
 *
 * @throws NotFoundError
 */
export function activateUser(
  db: Database,
  author: Author,
  input: UserOfApplication,
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const { id: userId } = await getUserByEmail(tx, input);
    const activated = await tx
      .update(users)
      .set({ deactivatedAt: null, ...endSessions })
      .where(and(eq(users.id, userId), isNotNull(users.deactivatedAt)))
      .returning({ id: users.id });
    if (activated.length > 0) {
      await recordUserAudit(tx, author, { userId, action: 'users.activate' });
    }

    return { id: userId };
  });
}
