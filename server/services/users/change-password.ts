import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';
import type { UserActor } from '../actor.ts';
import { recordUserAudit } from '../audit/record-audit.ts';
import { ConflictError } from '../errors.ts';
import { endSessions, type RenewSession, sessionUser } from '../session/session-claims.ts';
import { startSession } from '../session/start-session.ts';
import { confirmIdentity, type IdentityDependencies, type Proof } from './confirm-identity.ts';
import { hashNewPassword } from './password.ts';

interface PasswordChange extends Proof {
  newPassword: string;
}

/**
 * Changes the user's own password. All sessions of the user end but the current one, which is renewed.
 *
 * @throws InvalidError, TooManyRequestsError
 * @throws ConflictError when the password was changed elsewhere in the meantime
 */
export async function changePassword(
  db: Database,
  actor: UserActor,
  { newPassword, ...proof }: PasswordChange,
  dependencies: IdentityDependencies & RenewSession,
): Promise<{ id: string }> {
  const { userId } = actor;
  const before = await confirmIdentity(db, actor, proof, dependencies);
  const passwordHash = await dependencies.verifications.run('known', () =>
    hashNewPassword(newPassword, 'newPassword'),
  );
  const renewed = await db.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ passwordHash, ...endSessions })
      .where(and(eq(users.id, userId), eq(users.passwordHash, before.passwordHash)))
      .returning(sessionUser);
    if (!user) throw new ConflictError('The password was changed elsewhere. Sign in again');

    await recordUserAudit(tx, actor, { userId, action: 'users.changePassword' });
    return startSession(tx, user, dependencies.client);
  });

  await dependencies.renewSession(renewed);
  return { id: userId };
}
