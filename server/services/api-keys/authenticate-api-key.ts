import type { ApiKeyActor } from '../actor.ts';
import { ForbiddenError, UnauthenticatedError } from '../errors.ts';
import type { KnownKey } from './find-api-key.ts';

const hasPassed = (time: number | null, now: number) => time !== null && time <= now;

/**
 * Who calls with a key, judged by the clock of the database.
 *
 * @param key absent when no key has the secret that was sent
 * @param call the application whose host was called, and milliseconds since the key was read
 * @throws UnauthenticatedError (unknown or inactive; expired), ForbiddenError (another
 *   application's): the published texts, in the published order
 */
export function authenticateApiKey(
  key: KnownKey | undefined,
  call: { applicationId: string; age: number },
): ApiKeyActor {
  const now = (key?.now ?? 0) + call.age;
  if (!key || hasPassed(key.deactivatedAt, now)) {
    throw new UnauthenticatedError('Invalid or inactive API Key');
  }
  if (hasPassed(key.expiresAt, now)) throw new UnauthenticatedError('API Key has expired');
  if (key.actor.applicationId !== call.applicationId) {
    throw new ForbiddenError('API Key does not belong to this application');
  }

  return key.actor;
}
