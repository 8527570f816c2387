import type postgres from 'postgres';
import type { ApiKeyActor } from '../services/actor.ts';
import { authenticateApiKey } from '../services/api-keys/authenticate-api-key.ts';
import { findApiKey, type KnownKey } from '../services/api-keys/find-api-key.ts';
import { hashSecret, isWellFormedSecret } from '../services/api-keys/secret.ts';
import { UnauthenticatedError } from '../services/errors.ts';
import type { Announcements } from './announcements.ts';
import { Directory } from './directory.ts';

const maxKeys = 50_000;

/** Who a secret belongs to. The secrets themselves are not remembered, only their hashes. */
export class KeyDirectory {
  readonly #pepper: string;
  readonly #directory: Directory<KnownKey>;

  constructor(sql: postgres.Sql, pepper: string, announcements: Announcements) {
    this.#pepper = pepper;
    this.#directory = new Directory({
      announcements,
      topic: 'keys',
      max: maxKeys,
      read: (hash) => findApiKey(sql, hash),
    });
  }

  /**
   * Expiry is judged now, whenever the key was read. A mistyped secret fails its checksum and asks
   * nobody.
   *
   * @param call the secret as it was sent, and the application whose host was called
   * @throws UnauthenticatedError, ForbiddenError: the published texts, in the published order
   */
  async authenticate(call: { secret: string; applicationId: string }): Promise<ApiKeyActor> {
    if (call.secret === '') throw new UnauthenticatedError('API Key required');

    const { applicationId } = call;
    if (!isWellFormedSecret(call.secret)) {
      return authenticateApiKey(undefined, { applicationId, age: 0 });
    }
    const hash = hashSecret(this.#pepper, call.secret).toString('hex');
    const { value, readAt } = await this.#directory.find(hash);
    return authenticateApiKey(value, { applicationId, age: performance.now() - readAt });
  }
}
