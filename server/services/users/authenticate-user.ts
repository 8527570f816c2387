import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';
import { codeRequired } from '#db/values/sign-in.ts';
import { type Refusal, recordRefusedSignIn, recordSession } from '../audit/record-session.ts';
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
  /** The whole address for the audit log, where `address` is a network. */
  from?: string;
  /** Called when the application has no user with this email. */
  onUnknown?: () => void;
}

/** Verified where there is no account, so that an unknown address takes as long as a wrong password. */
const hashOfNobody = hashPassword(randomUUID());

function reasonOf({ isAllowed, isRight }: { isAllowed: boolean; isRight: boolean }): Refusal {
  if (!isAllowed) return 'too many attempts';
  return isRight ? 'deactivated' : 'wrong password';
}

/**
 * The session that these credentials begin, recorded in the audit log. `undefined` for every reason
 * to refuse: unknown, deactivated, wrong password, wrong code, too many failures. Up to the right password each takes
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

  const address = signIn.from ?? signIn.address;
  const isRight = await verifyPassword(user?.passwordHash ?? (await hashOfNobody), signIn.password);
  const refuse = (reason: Refusal) =>
    recordRefusedSignIn(db, { userId: user?.claims.userId, address, reason });
  if (!user) signIn.onUnknown?.();
  if (!isAllowed || !user || user.deactivatedAt || !isRight) {
    await refuse(reasonOf({ isAllowed, isRight }));
    return undefined;
  }

  if (user.totpConfirmedAt && !signIn.code) {
    await withdrawFromAddress(db, signIn);
    return codeRequired;
  }
  const { userId } = user.claims;
  if (user.totpConfirmedAt && !(await takeCode(db, userId, signIn.code ?? '', secrets))) {
    await refuse('wrong code');
    return undefined;
  }

  await withdrawFailure(db, signIn);
  await recordSession(db, 'session.signIn', { userId, address });
  return user.claims;
}
