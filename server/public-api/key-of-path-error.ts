import { callerNetwork } from '../caller-network.ts';
import type { Intake } from '../intake/intake.ts';
import type { ApiKeyActor } from '../services/actor.ts';
import { isWellFormedSecret } from '../services/api-keys/secret.ts';
import { type PublicRequest, sentSecret } from './procedure.ts';

/**
 * The key of a request whose path or method no operation has, whatever its state: its page shows the
 * request. The answer does not wait for this, so neither its content nor its time says whether the
 * key exists. An unknown key counts as a failed one, and a blocked address is not served.
 *
 * @throws DeadlineError and what the database says
 */
export async function keyOfPathError({
  intake,
  request,
}: {
  intake: Intake;
  request: Pick<PublicRequest, 'address' | 'header'>;
}): Promise<ApiKeyActor | undefined> {
  const secret = sentSecret(request);
  if (!isWellFormedSecret(secret) || !intake.shouldAccept(secret)) return undefined;

  // The connection may be closed after the look-up.
  const address = request.address();
  const network = address === undefined ? undefined : callerNetwork(address);
  const isRecent = intake.keys.isRecent(secret);
  if (!isRecent && network !== undefined && intake.failedAuth.retryAfter(network) > 0) {
    return undefined;
  }

  const key = await intake.keys.get(secret);
  if (!key && !isRecent && network !== undefined) intake.failedAuth.record(network);
  return key?.actor;
}
