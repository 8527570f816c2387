import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';
import { codeRequired } from '#db/values/sign-in.ts';
import { type SecondFactorSecrets, takeCode } from '../second-factor/take-code.ts';
import { type SessionClaims, sessionClaims } from '../session/session-claims.ts';
import { hashPassword, verifyPassword } from './password.ts';
import {
  recordAttempt,
  type SignInSubjects,
  withdrawFailure,
  withdrawFromAddress,
} from './sign-in-throttle.ts';

export interface SignIn extends SignInSubjects {
  /** Lower-case. */
  email: string;
  password: string;
  /** Of the second factor, or a recovery code. */
  code?: string | undefined;
}

/** Verified where there is no account, so that an unknown address takes as long as a wrong password. */
const hashOfNobody = hashPassword(randomUUID());

/**
 * The session that these credentials begin. `undefined` for every reason not to: unknown,
 * deactivated, wrong password, wrong code, too many failures. Up to the right password each takes
 * the same work.
 *
 * @returns `codeRequired` when all is right but for a code that was not given. That counts as a
 *   failure of the account until a sign-in succeeds.
 */
export async function authenticateUser(
  db: Database,
  signIn: SignIn,
  secrets: SecondFactorSecrets,
): Promise<SessionClaims | typeof codeRequired | undefined> {
  const isAllowed = await recordAttempt(db, signIn);
  const [user] = await db
    .select({
      claims: sessionClaims,
      passwordHash: users.passwordHash,
      deactivatedAt: users.deactivatedAt,
      totpConfirmedAt: users.totpConfirmedAt,
    })
    .from(users)
    .where(and(eq(users.applicationId, signIn.applicationId), eq(users.email, signIn.email)));

  const isRight = await verifyPassword(user?.passwordHash ?? (await hashOfNobody), signIn.password);
  if (!isAllowed || !user || user.deactivatedAt || !isRight) return undefined;

  if (user.totpConfirmedAt && !signIn.code) {
    await withdrawFromAddress(db, signIn);
    return codeRequired;
  }
  if (user.totpConfirmedAt && !(await takeCode(db, user.claims.userId, signIn.code ?? '', secrets)))
    return undefined;

  await withdrawFailure(db, signIn);
  return user.claims;
}
