import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type postgres from 'postgres';
import type { FoundKey, KeyLookup } from '../services/api-keys/authenticate-api-key.ts';
import { findApiKey, type KnownKey } from '../services/api-keys/find-api-key.ts';
import { hashSecret } from '../services/api-keys/secret.ts';
import type { Announcements } from './announcements.ts';
import { Directory, whenRead } from './directory.ts';

const maxKeys = 50_000;
/** Milliseconds. */
const hour = 3_600_000;

const digestOf = (secret: string) => hash('sha256', secret, 'base64');

/**
 * Which key a secret belongs to. The secrets themselves are not remembered, only a digest: without
 * the pepper, which is there for those that lie in the database, and so a third of the work.
 */
export class KeyDirectory implements KeyLookup {
  readonly #directory: Directory<KnownKey>;
  /** Digests of secrets that a key had within the hour. */
  readonly #seen = new LRUCache<string, true>({ max: maxKeys, ttl: hour });

  constructor(sql: postgres.Sql, pepper: string, announcements: Announcements) {
    this.#directory = new Directory({
      announcements,
      topic: 'keys',
      max: maxKeys,
      read: (secret) => findApiKey(sql, hashSecret(pepper, secret).toString('hex')),
    });
  }

  /** Whether the secret was some key's lately, without asking the database. */
  knows(secret: string): boolean {
    return this.#seen.has(digestOf(secret));
  }

  find(secret: string, until: number): FoundKey | Promise<FoundKey> {
    const digest = digestOf(secret);
    return whenRead(this.#directory.find(digest, secret, until), ({ value, readAt }) => {
      if (value && !this.#seen.has(digest)) this.#seen.set(digest, true);
      return { key: value, age: performance.now() - readAt };
    });
  }
}
