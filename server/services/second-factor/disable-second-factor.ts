import type { Database } from '#db/client.ts';
import type { UserActor } from '../actor.ts';
import {
  confirmIdentity,
  type IdentityDependencies,
  type Proof,
} from '../users/confirm-identity.ts';
import { removeSecondFactor } from './remove-second-factor.ts';
import { isOff } from './renew-recovery-codes.ts';

/**
 * Turns a user's own second factor off, for the password and a code.
 *
 * @throws InvalidError, TooManyRequestsError, ConflictError
 */
export async function disableSecondFactor(
  db: Database,
  actor: UserActor,
  proof: Proof,
  dependencies: IdentityDependencies,
): Promise<{ id: string }> {
  await confirmIdentity(db, actor, proof, dependencies);
  if (!(await removeSecondFactor(db, actor, actor.userId))) throw isOff();

  return { id: actor.userId };
}
