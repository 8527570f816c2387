import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

const keyOf = (authSecret: string) =>
  Buffer.from(hkdfSync('sha256', authSecret, '', 'leadgate second factor', 32));

/**
 * What is stored of the secret of a second factor: 12 bytes IV, 16 bytes tag, AES-256-GCM. It opens
 * for its own user only, so a copy of it in another row is worth nothing.
 */
export function sealSecret(authSecret: string, userId: string, secret: Uint8Array): Buffer {
  const iv = randomBytes(ivLength);
  const sealing = createCipheriv(cipher, keyOf(authSecret), iv).setAAD(Buffer.from(userId));
  const sealed = Buffer.concat([sealing.update(secret), sealing.final()]);

  return Buffer.concat([iv, sealing.getAuthTag(), sealed]);
}

/** @throws Error when it was sealed under another `AUTH_SECRET`, or for another user */
export function openSecret(authSecret: string, userId: string, stored: Uint8Array): Buffer {
  const iv = stored.subarray(0, ivLength);
  const opening = createDecipheriv(cipher, keyOf(authSecret), iv, { authTagLength: tagLength })
    .setAAD(Buffer.from(userId))
    .setAuthTag(stored.subarray(ivLength, ivLength + tagLength));

  try {
    return Buffer.concat([opening.update(stored.subarray(ivLength + tagLength)), opening.final()]);
  } catch (cause) {
    throw new Error('A second factor cannot be read. Was AUTH_SECRET changed?', { cause });
  }
}
