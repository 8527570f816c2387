import { vi } from 'vitest';
import type { Database } from '#db/client.ts';
import { createApplication } from '#db/factories/applications.ts';
import { suffix } from '#db/factories/row.ts';
import { createUser } from '#db/factories/users.ts';
import { TooManyRequestsError } from '../services/errors.ts';
import { authenticateUser, type SignIn } from '../services/users/authenticate-user.ts';
import { hashPassword, verifyPassword } from '../services/users/password.ts';
import { accountPassword, client, verifications } from './account.ts';

export const attemptSecrets = { authSecret: 'for tests only', keyPepper: 'for tests too' };
const passwordHash = hashPassword(accountPassword);

/** `refused`: there were too many failures before. */
export const refusedWhen = (error: unknown) => {
  if (error instanceof TooManyRequestsError) return 'refused' as const;
  throw error;
};

export type Attempts = Awaited<ReturnType<typeof newAttempts>>;

/** Sign-ins of a new user of a new application, from a network of their own. */
export async function newAttempts(db: Database) {
  const { id: applicationId } = await createApplication(db);
  const newUser = async (columns: { deactivatedAt?: Date; email?: string } = {}) =>
    createUser(db, { applicationId, passwordHash: await passwordHash, ...columns });
  const user = await newUser();
  const network = `network-${suffix()}`;
  const verify = vi.fn(verifyPassword);
  const dependencies = { ...attemptSecrets, verifications, verify };
  const credentials = (overrides: Partial<SignIn>): SignIn => ({
    ...{ applicationId, email: user.email, password: accountPassword },
    ...{ network, browser: undefined, client, isLocal: false },
    ...overrides,
  });
  const signIn = (overrides: Partial<SignIn> = {}) =>
    authenticateUser(db, credentials(overrides), dependencies).catch(refusedWhen);
  const fail = (times: number, overrides: Partial<SignIn> = {}) =>
    Promise.all(Array.from({ length: times }, () => signIn({ password: 'wrong', ...overrides })));

  return { applicationId, user, network, dependencies, newUser, credentials, signIn, fail };
}
