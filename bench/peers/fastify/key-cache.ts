import type postgres from 'postgres';
import { hashSecret } from '#server/services/api-keys/secret.ts';

export interface Key {
  id: string;
  companyId: string;
}

interface Entry {
  key: Key | undefined;
  readAt: number;
}

/** Milliseconds until a key is read anew, as in the product. */
const maxAge = 5_000;

/** Keys that work, by the hash of their secret. */
export class KeyCache {
  readonly #sql: postgres.Sql;
  readonly #pepper: string;
  readonly #entries = new Map<string, Entry>();

  constructor(sql: postgres.Sql, pepper: string) {
    this.#sql = sql;
    this.#pepper = pepper;
  }

  async find(secret: string): Promise<Key | undefined> {
    const hash = hashSecret(this.#pepper, secret);
    const name = hash.toString('hex');
    const known = this.#entries.get(name);
    if (known && performance.now() - known.readAt < maxAge) return known.key;

    const [key] = await this.#sql<Key[]>`
      select id, company_id as "companyId" from api_keys
      where secret_hash = ${hash} and deleted_at is null
        and (expires_at is null or expires_at > now())
        and (deactivated_at is null or deactivated_at > now())`;
    this.#entries.set(name, { key, readAt: performance.now() });
    return key;
  }
}
