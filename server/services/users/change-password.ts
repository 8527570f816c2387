import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';
import type { UserActor } from '../actor.ts';
import { recordUserAudit } from '../audit/record-audit.ts';
import { ConflictError } from '../errors.ts';
import { endSessions, type RenewSession, sessionClaims } from '../session/session-claims.ts';
import { confirmIdentity, type IdentityDependencies } from './confirm-identity.ts';
import { hashNewPassword } from './password.ts';

interface PasswordChange {
  /** The current one. */
  password: string;
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
  { password, newPassword }: PasswordChange,
  dependencies: IdentityDependencies & RenewSession,
): Promise<{ id: string }> {
  const { userId } = actor;
  const before = await confirmIdentity(db, actor, { password }, dependencies);
  const passwordHash = await hashNewPassword(newPassword, 'newPassword');
  const renewed = await db.transaction(async (tx) => {
    const [claims] = await tx
      .update(users)
      .set({ passwordHash, ...endSessions })
      .where(and(eq(users.id, userId), eq(users.passwordHash, before.passwordHash)))
      .returning(sessionClaims);
    if (!claims) throw new ConflictError('The password was changed elsewhere. Sign in again');

    await recordUserAudit(tx, actor, { userId, action: 'users.changePassword' });
    return claims;
  });

  await dependencies.renewSession(renewed);
  return { id: userId };
}
