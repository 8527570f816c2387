import type { ApiKeyActor } from '../actor.ts';
import { ForbiddenError, UnauthenticatedError } from '../errors.ts';
import type { KnownKey } from './find-api-key.ts';
import { isWellFormedSecret } from './secret.ts';

/** A key as it was `age` milliseconds ago; absent when none had the secret. */
export interface FoundKey {
  key: KnownKey | undefined;
  age: number;
}

export interface KeyLookup {
  /** @param until when the answer is needed, by `performance.now()` */
  find(secret: string, until: number): FoundKey | Promise<FoundKey>;
}

const hasPassed = (time: number | null, now: number) => time !== null && time <= now;

/**
 * Who a secret belongs to. Time is judged by the database's clock, now, whenever the key was read;
 * a mistyped secret fails its checksum and asks nobody.
 *
 * @param call the secret as it was sent, and the application whose host was called;
 *   `until` as `KeyLookup` takes it
 * @throws UnauthenticatedError (missing; unknown or inactive; expired), ForbiddenError (another
 *   application's): the published texts, in the published order
 */
export async function authenticateApiKey(
  keys: KeyLookup,
  call: { secret: string; applicationId: string; until: number },
): Promise<ApiKeyActor> {
  if (call.secret === '') throw new UnauthenticatedError('API Key required');

  const found = isWellFormedSecret(call.secret)
    ? await keys.find(call.secret, call.until)
    : undefined;
  const key = found?.key;
  const now = key ? key.now + found.age : 0;
  if (!key || hasPassed(key.deactivatedAt, now)) {
    throw new UnauthenticatedError('Invalid or inactive API Key');
  }
  if (hasPassed(key.expiresAt, now)) throw new UnauthenticatedError('API Key has expired');
  if (key.actor.applicationId !== call.applicationId) {
    throw new ForbiddenError('API Key does not belong to this application');
  }

  return key.actor;
}
