import type { Database } from '#db/client.ts';
import { exposedAgainMs } from '../limits.ts';
import { markSecretExposed } from '../services/api-keys/mark-secret-exposed.ts';
import { secretsIn } from '../services/api-keys/secret.ts';
import type { KeyCache } from './caches.ts';

/** Marks keys whose secret came where others may have read it. */
export class ExposedSecrets {
  readonly #db: Database;
  readonly #keys: KeyCache;
  /** Ids of keys that are being marked: one statement for each at once. */
  readonly #marking = new Set<string>();

  constructor(db: Database, keys: KeyCache) {
    this.#db = db;
    this.#keys = keys;
  }

  /**
   * Looks for secrets in a part of a request, which does not wait for it. What fails is left for the
   * next request.
   *
   * @param onUnknown called for each that no key has
   */
  look(text: string, onUnknown: () => void = () => {}): void {
    for (const secret of secretsIn(text)) {
      this.#mark(secret, onUnknown).catch(() => {});
    }
  }

  async #mark(secret: string, onUnknown: () => void): Promise<void> {
    const key = await this.#keys.get(secret);
    if (!key) return onUnknown();

    const { actor, secretExposedAt, now } = key;
    const isMarked = secretExposedAt !== null && now - secretExposedAt < exposedAgainMs;
    if (isMarked || this.#marking.has(actor.apiKeyId)) return;

    this.#marking.add(actor.apiKeyId);
    await markSecretExposed(this.#db, actor).finally(() => this.#marking.delete(actor.apiKeyId));
  }
}
