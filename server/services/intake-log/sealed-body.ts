import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { LRUCache } from 'lru-cache';

const cipher = 'aes-256-gcm';
const version = 1;
const secretIdLength = 4;
const ivLength = 12;
const tagLength = 16;
/** Version, secret, IV and tag stand before what is sealed. */
const ivStart = 1 + secretIdLength;
const tagStart = ivStart + ivLength;
const start = tagStart + tagLength;

/** The system is asked for random bytes of so many IVs at once. */
const ivsAtOnce = 256;

/** Keys of companies that are kept in memory. */
const maxKeys = 10_000;

const derive = (secret: string, salt: string, purpose: string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, purpose, length));

interface Secret {
  text: string;
  /** Says which secret sealed a body. */
  id: Buffer;
}

/** A body with what it is sealed for: it opens for the same company and request only. */
export interface SealedFor {
  companyId: string;
  id: string;
}

const boundTo = ({ companyId, id }: SealedFor) => Buffer.from(companyId + id, 'latin1');

/**
 * Seals the bodies of requests: 1 byte version, 4 bytes that name the secret, 12 bytes IV, 16 bytes
 * tag, then AES-256-GCM under a key that is derived from the secret for the company. The first secret
 * seals; all of them open, so that a new one can be put before the one that sealed what is stored.
 */
export class BodySeal {
  readonly #first: Secret;
  readonly #secrets: readonly Secret[];
  #ivs = Buffer.alloc(0);
  readonly #keys = new LRUCache<string, KeyObject>({ max: maxKeys });

  constructor([first, ...others]: readonly [string, ...string[]]) {
    const secretOf = (text: string) => ({
      text,
      id: derive(text, '', 'leadgate body secret', secretIdLength),
    });
    this.#first = secretOf(first);
    this.#secrets = [this.#first, ...others.map(secretOf)];
  }

  seal(body: Uint8Array, owner: SealedFor): Buffer {
    const iv = this.#newIv();
    const sealing = createCipheriv(cipher, this.#keyOf(this.#first, owner.companyId), iv);
    sealing.setAAD(boundTo(owner));
    const sealed = sealing.update(body);
    sealing.final();
    const name = [Buffer.of(version), this.#first.id];
    return Buffer.concat([...name, iv, sealing.getAuthTag(), sealed]);
  }

  /** @returns `undefined` when no secret is the one that sealed it, or it was changed */
  open(sealed: Uint8Array, owner: SealedFor): Buffer | undefined {
    const bytes = Buffer.from(sealed);
    const id = bytes.subarray(1, ivStart);
    const secret = this.#secrets.find((each) => each.id.equals(id));
    if (bytes[0] !== version || !secret) return undefined;

    const key = this.#keyOf(secret, owner.companyId);
    const iv = bytes.subarray(ivStart, tagStart);
    const opening = createDecipheriv(cipher, key, iv, { authTagLength: tagLength })
      .setAAD(boundTo(owner))
      .setAuthTag(bytes.subarray(tagStart, start));
    try {
      return Buffer.concat([opening.update(bytes.subarray(start)), opening.final()]);
    } catch {
      return undefined;
    }
  }

  #newIv(): Buffer {
    if (this.#ivs.length === 0) this.#ivs = randomBytes(ivsAtOnce * ivLength);
    const iv = this.#ivs.subarray(0, ivLength);
    this.#ivs = this.#ivs.subarray(ivLength);
    return iv;
  }

  #keyOf({ text, id }: Secret, companyId: string): KeyObject {
    const name = id.toString('latin1') + companyId;
    const known = this.#keys.get(name);
    if (known) return known;

    const key = createSecretKey(derive(text, companyId, 'leadgate request body', 32));
    this.#keys.set(name, key);
    return key;
  }
}
