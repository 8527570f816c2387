import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { applications, users } from '#db/schema/applications.ts';
import type { UserActor } from '../actor.ts';
import { ConflictError } from '../errors.ts';
import {
  confirmIdentity,
  type IdentityDependencies,
  type Proof,
} from '../users/confirm-identity.ts';
import { sealSecret } from './sealed-secret.ts';
import { describeTotp, newTotpSecret } from './totp.ts';

/** For the app: `uri` as a QR code, `secret` for typing. */
export interface NewSecondFactor {
  uri: string;
  secret: string;
}

const isOn = () => new ConflictError('Two-step sign-in is on already');

async function assertIsOff(db: Database, userId: string): Promise<void> {
  const isConfirmed = and(eq(users.id, userId), isNotNull(users.totpConfirmedAt));
  if ((await db.$count(users, isConfirmed)) > 0) throw isOn();
}

/**
 * Makes the secret of a second factor, which counts once a code of it is confirmed. A second call
 * makes another secret.
 *
 * @throws InvalidError, TooManyRequestsError, ConflictError
 */
export async function beginSecondFactor(
  db: Database,
  actor: UserActor,
  proof: Proof,
  dependencies: IdentityDependencies,
): Promise<NewSecondFactor> {
  const { userId, applicationId } = actor;
  await assertIsOff(db, userId);
  await confirmIdentity(db, actor, proof, dependencies);

  const secret = newTotpSecret();
  const [user] = await db
    .update(users)
    .set({ totpSecret: sealSecret(dependencies.authSecret, userId, secret) })
    .from(applications)
    .where(
      and(eq(users.id, userId), isNull(users.totpConfirmedAt), eq(applications.id, applicationId)),
    )
    .returning({ email: users.email, issuer: applications.name });
  if (!user) throw isOn();

  return describeTotp(secret, user);
}
