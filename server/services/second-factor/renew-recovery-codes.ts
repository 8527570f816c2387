import { and, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';
import type { UserActor } from '../actor.ts';
import { recordUserAudit } from '../audit/record-audit.ts';
import { ConflictError } from '../errors.ts';
import {
  confirmIdentity,
  type IdentityDependencies,
  type Proof,
} from '../users/confirm-identity.ts';
import type { IssuedRecoveryCodes } from './confirm-second-factor.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';

export const isOff = () => new ConflictError('Two-step sign-in is off');

/**
 * Replaces the recovery codes, for the password and a code.
 *
 * @throws InvalidError, TooManyRequestsError, ConflictError
 */
export async function renewRecoveryCodes(
  db: Database,
  actor: UserActor,
  proof: Proof,
  dependencies: IdentityDependencies,
): Promise<IssuedRecoveryCodes> {
  const { userId } = actor;
  await confirmIdentity(db, actor, proof, dependencies);

  return db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), isNotNull(users.totpConfirmedAt)))
      .for('update');
    if (!user) throw isOff();

    await recordUserAudit(tx, actor, { userId, action: 'users.renewRecoveryCodes' });
    return { recoveryCodes: await replaceRecoveryCodes(tx, userId, dependencies.keyPepper) };
  });
}
