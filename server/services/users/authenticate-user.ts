import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { recordAttempt, type SignInSubjects, withdrawFailure } from './sign-in-throttle.ts';

export interface SignIn extends SignInSubjects {
  /** Lower-case. */
  email: string;
  password: string;
}

/** Verified where there is no account, so that an unknown address takes as long as a wrong password. */
const hashOfNobody = hashPassword(randomUUID());

/**
 * The user who may sign in with these credentials. `undefined` for every reason not to: unknown,
 * deactivated, wrong password, too many failures. Each takes the same work.
 */
export async function authenticateUser(
  db: Database,
  signIn: SignIn,
): Promise<{ id: string } | undefined> {
  const isAllowed = await recordAttempt(db, signIn);
  const [user] = await db
    .select({
      id: users.id,
      passwordHash: users.passwordHash,
      deactivatedAt: users.deactivatedAt,
    })
    .from(users)
    .where(and(eq(users.applicationId, signIn.applicationId), eq(users.email, signIn.email)));

  const isRight = await verifyPassword(user?.passwordHash ?? (await hashOfNobody), signIn.password);
  if (!isAllowed || !user || user.deactivatedAt || !isRight) return undefined;

  await withdrawFailure(db, signIn);
  return { id: user.id };
}
