import type postgres from 'postgres';
import type { KeyLookup } from '../services/api-keys/authenticate-api-key.ts';
import { findApiKey, type KnownKey } from '../services/api-keys/find-api-key.ts';
import { hashSecret } from '../services/api-keys/secret.ts';
import type { Announcements } from './announcements.ts';
import { Directory } from './directory.ts';

const maxKeys = 50_000;

/** Which key a secret belongs to. The secrets themselves are not remembered, only their hashes. */
export class KeyDirectory implements KeyLookup {
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

  async find(secret: string, until: number): Promise<{ key: KnownKey | undefined; age: number }> {
    const hash = hashSecret(this.#pepper, secret).toString('hex');
    const { value, readAt } = await this.#directory.find(hash, until);

    return { key: value, age: performance.now() - readAt };
  }
}
