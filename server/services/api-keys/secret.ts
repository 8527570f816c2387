import { createHmac, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** What every secret begins with. */
export const secretScheme = 'lk_';
const randomLength = 32;
const checksumLength = 6;
const shape = /^lk_[0-9A-Za-z]{38}$/;
/** What every inbound address begins with. */
const addressScheme = 'in_';
const addressShape = /^in_[0-9A-Za-z]{38}$/;

function base62(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) {
    text = digits.charAt(rest % 62) + text;
  }
  return text;
}

const checksum = (text: string) => base62(crc32(text), checksumLength);

function assemble(scheme: string, random: string): string {
  return scheme + random + checksum(scheme + random);
}

function generate(scheme: string): string {
  let random = '';
  while (random.length < randomLength) random += digits.charAt(randomInt(62));

  return assemble(scheme, random);
}

/** A new secret: `lk_`, 32 random base62 characters (190 bits), 6 base62 characters of CRC-32. */
export const generateSecret = () => generate(secretScheme);

/** A new inbound address: the same after `in_`. */
export const generateAddress = () => generate(addressScheme);

/**
 * The secret of a demo key. It follows from the pepper, so that every start can print it although
 * it is stored nowhere, and so that two installations never share it.
 */
export function demoSecret(pepper: string, purpose: string): string {
  const hash = createHmac('sha512', pepper).update(`demo key: ${purpose}`).digest();
  return assemble(
    secretScheme,
    Array.from(hash.subarray(0, randomLength), (byte) => digits.charAt(byte % 62)).join(''),
  );
}

const hasChecksum = (text: string) => text.endsWith(checksum(text.slice(0, -checksumLength)));

/** Whether the text can be a secret at all. Tells a mistyped one without asking the database. */
export const isWellFormedSecret = (text: string) => shape.test(text) && hasChecksum(text);

/** Whether the text can be an inbound address at all. */
export const isWellFormedAddress = (text: string) => addressShape.test(text) && hasChecksum(text);

/** No sender has so many keys: the rest of a text is not searched. */
const maxSecretsInText = 10;

/** Secrets in a text, each once. */
export function secretsIn(text: string): Set<string> {
  const found = text.matchAll(/(?<![0-9A-Za-z])lk_[0-9A-Za-z]{38}(?![0-9A-Za-z])/g);
  const secrets = found.take(maxSecretsInText).map(([secret]) => secret);
  return new Set(secrets.filter(isWellFormedSecret));
}

/** What is stored of a secret: HMAC-SHA-256 under the pepper, 32 bytes. */
export function hashSecret(pepper: string, secret: string): Buffer {
  return createHmac('sha256', pepper).update(secret).digest();
}

/** What the panel shows of a secret later: `lk_7Qf2` and `9xKd`. */
export function secretHints(secret: string): { prefix: string; last4: string } {
  return { prefix: secret.slice(0, secretScheme.length + 4), last4: secret.slice(-4) };
}
