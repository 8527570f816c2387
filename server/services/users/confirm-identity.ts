import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';
import type { UserActor } from '../actor.ts';
import { InvalidError, UnauthenticatedError } from '../errors.ts';
import { type SecondFactorSecrets, takeCode } from '../second-factor/take-code.ts';
import { verifyPassword } from './password.ts';
import {
  assertMayAttempt,
  type KnownBrowser,
  recordAttempt,
  withdrawFailure,
} from './sign-in-throttle.ts';
import type { VerificationLimit } from './verification-limit.ts';

export interface IdentityDependencies extends SecondFactorSecrets {
  /** The address or network that failures are counted for. */
  network: string;
  findBrowser(): Promise<KnownBrowser | undefined>;
  verifications: VerificationLimit;
}

/** What proves that the signed-in user is at the screen. */
export interface Proof {
  password: string;
  /** Of the second factor, or a recovery code; needed where the second factor is on. */
  code?: string | undefined;
}

/** The proof was right. */
export interface ConfirmedIdentity {
  /** The hash that the password was right for. */
  passwordHash: string;
}

/**
 * Runs what checks a secret of a signed-in user, and counts it as a failed sign-in when it throws.
 *
 * @throws TooManyRequestsError; what the check throws
 * @throws UnauthenticatedError when the user was deleted since the request began
 */
export async function countFailures<T>(
  db: Database,
  { userId, applicationId }: UserActor,
  { network, findBrowser, verifications }: IdentityDependencies,
  check: (user: UserToConfirm) => Promise<T>,
): Promise<T> {
  const [user] = await db
    .select({
      email: users.email,
      passwordHash: users.passwordHash,
      totpConfirmedAt: users.totpConfirmedAt,
    })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) throw new UnauthenticatedError('Sign in to continue');

  const browser = await findBrowser();
  const subjects = { applicationId, email: user.email, userId, address: network, browser };
  await assertMayAttempt(db, subjects);
  const result = await verifications.run('known', async () => {
    await recordAttempt(db, subjects);
    return check(user);
  });
  await withdrawFailure(db, subjects);

  return result;
}

interface UserToConfirm extends ConfirmedIdentity {
  totpConfirmedAt: Date | null;
}

/**
 * Checks the password of a signed-in user again, and a code where the second factor is on, before
 * what an open screen alone must not allow. Failures count as those of a sign-in do.
 *
 * @throws InvalidError, TooManyRequestsError, UnauthenticatedError
 */
export function confirmIdentity(
  db: Database,
  actor: UserActor,
  { password, code }: Proof,
  dependencies: IdentityDependencies,
): Promise<ConfirmedIdentity> {
  return countFailures(db, actor, dependencies, async ({ passwordHash, totpConfirmedAt }) => {
    if (!(await verifyPassword(passwordHash, password))) {
      throw new InvalidError('The password is wrong', 'password');
    }
    if (totpConfirmedAt && !code) {
      throw new InvalidError('Enter the code from your authenticator app', 'code');
    }
    if (totpConfirmedAt && !(await takeCode(db, actor.userId, code ?? '', dependencies))) {
      throw new InvalidError('The code is wrong or was used already', 'code');
    }

    return { passwordHash };
  });
}
