import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';
import type { UserActor } from '../actor.ts';
import { InvalidError, TooManyRequestsError, UnauthenticatedError } from '../errors.ts';
import { type SecondFactorSecrets, takeCode } from '../second-factor/take-code.ts';
import { verifyPassword } from './password.ts';
import { recordAttempt, windowMinutes, withdrawFailure } from './sign-in-throttle.ts';

export interface IdentityDependencies extends SecondFactorSecrets {
  /** The address that failures are counted for. */
  address: string;
}

interface Proof {
  password: string;
  /** Asked for too where it is given. */
  code?: string;
}

/**
 * Checks the password of a signed-in user again, before what an open screen alone must not allow.
 * Failures count as those of a sign-in do.
 *
 * @returns the hash that the password was right for
 * @throws InvalidError, TooManyRequestsError
 * @throws UnauthenticatedError when the user was deleted since the request began
 */
export async function confirmIdentity(
  db: Database,
  { userId, applicationId }: UserActor,
  { password, code }: Proof,
  { address, ...secrets }: IdentityDependencies,
): Promise<{ passwordHash: string }> {
  const [user] = await db
    .select({ email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) throw new UnauthenticatedError('Sign in to continue');

  const subjects = { applicationId, email: user.email, address };
  if (!(await recordAttempt(db, subjects))) {
    throw new TooManyRequestsError(
      `There were too many attempts. Try again in ${windowMinutes} minutes`,
      windowMinutes * 60,
    );
  }
  if (!(await verifyPassword(user.passwordHash, password))) {
    throw new InvalidError('The password is wrong', 'password');
  }
  if (code !== undefined && !(await takeCode(db, userId, code, secrets))) {
    throw new InvalidError('The code is wrong or was used already', 'code');
  }
  await withdrawFailure(db, subjects);

  return { passwordHash: user.passwordHash };
}
