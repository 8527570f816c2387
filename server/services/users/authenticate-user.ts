import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';
import { demo } from '#db/seed/demo.ts';
import { codeRequired, demoElsewhere } from '#db/values/sign-in.ts';
import { type Refusal, recordRefusedSignIn, recordSession } from '../audit/record-session.ts';
import { type SecondFactorSecrets, takeCode } from '../second-factor/take-code.ts';
import { type SessionClaims, type SessionClient, sessionUser } from '../session/session-claims.ts';
import { startSession } from '../session/start-session.ts';
import { hashPassword, verifyPassword } from './password.ts';
import {
  assertMayAttempt,
  isKnownBrowser,
  recordAttempt,
  type SignInSubjects,
  withdrawFailure,
  withdrawFromAddress,
} from './sign-in-throttle.ts';
import type { VerificationLimit } from './verification-limit.ts';

export interface SignIn extends Omit<SignInSubjects, 'userId' | 'address'> {
  /** Lower-case. */
  email: string;
  password: string;
  /** Of the second factor, or a recovery code. */
  code?: string | undefined;
  /** The address or network that failures are counted for. */
  network: string;
  client: SessionClient;
  /** From a browser on this machine. */
  isLocal: boolean;
  /** Called when the application has no user with this email. */
  onUnknown?: () => void;
}

interface SignInDependencies extends SecondFactorSecrets {
  verifications: VerificationLimit;
  /** `verifyPassword` unless given: tests count its calls. */
  verify?: typeof verifyPassword;
}

const demoEmails = new Set<string>(Object.values(demo.emails));

/** Whether everyone may know these credentials. */
const isPublic = ({ email, password }: Pick<SignIn, 'email' | 'password'>) =>
  demoEmails.has(email) && password === demo.password;

/** Verified where there is no account, so that an unknown address takes as long as a wrong password. */
const hashOfNoUser = hashPassword(randomUUID());

/**
 * Begins the session of these credentials, recorded in the audit log. `undefined` for every reason
 * to refuse: unknown, deactivated, wrong password, wrong code. Up to the right password each takes
 * the same work.
 *
 * @returns `codeRequired` when all is right but for a code that was not given. That counts as a
 *   failure of the account until a sign-in succeeds. `demoElsewhere` when all is right but for the
 *   machine: the password of demo accounts is public.
 * @throws TooManyRequestsError after too many failures, or while too many others sign in; before the
 *   password is checked and without a write
 */
export async function authenticateUser(
  db: Database,
  { password, code, network, client, isLocal, onUnknown, ...signIn }: SignIn,
  { verifications, verify = verifyPassword, ...secrets }: SignInDependencies,
): Promise<SessionClaims | typeof codeRequired | typeof demoElsewhere | undefined> {
  const [user] = await db
    .select({
      ...sessionUser,
      passwordHash: users.passwordHash,
      deactivatedAt: users.deactivatedAt,
      totpConfirmedAt: users.totpConfirmedAt,
    })
    .from(users)
    .where(and(eq(users.applicationId, signIn.applicationId), eq(users.email, signIn.email)));
  const userId = user?.userId;
  const { address } = client;
  const subjects = { ...signIn, userId, address: network };
  await assertMayAttempt(db, subjects);

  const passwordHash = user?.passwordHash ?? (await hashOfNoUser);
  const caller = isKnownBrowser(subjects) ? 'known' : 'stranger';
  const { isLast, isRight } = await verifications.run(caller, async () => ({
    isLast: await recordAttempt(db, subjects),
    isRight: await verify(passwordHash, password),
  }));
  async function refuse(reason: Refusal): Promise<undefined> {
    await recordRefusedSignIn(db, { userId, address, reason });
    if (isLast) await recordRefusedSignIn(db, { userId, address, reason: 'too many attempts' });
  }
  if (!user) onUnknown?.();
  if (!isRight) return refuse('wrong password');
  if (!user || user.deactivatedAt) return refuse('deactivated');
  if (!isLocal && isPublic({ ...signIn, password })) {
    await refuse('demo account');
    return demoElsewhere;
  }

  if (user.totpConfirmedAt && !code) {
    await withdrawFromAddress(db, subjects);
    return codeRequired;
  }
  if (user.totpConfirmedAt && !(await takeCode(db, user.userId, code ?? '', secrets))) {
    return refuse('wrong code');
  }

  await withdrawFailure(db, subjects);
  return db.transaction(async (tx) => {
    await recordSession(tx, 'session.signIn', { userId: user.userId, address });
    return startSession(tx, user, client);
  });
}
