import { createHmac, randomInt } from 'node:crypto';
import { recoveryCodesPerUser } from '#db/values/limits.ts';

/** Crockford's base32: no letter of it looks like a digit. https://www.crockford.com/base32.html */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const groupLength = 5;

function group(): string {
  let text = '';
  while (text.length < groupLength) text += alphabet.charAt(randomInt(alphabet.length));

  return text;
}

/** Ten new ones, as `7K3PX-9QWRT`: 50 random bits each. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < recoveryCodesPerUser) codes.add(`${group()}-${group()}`);

  return [...codes];
}

/** However it was typed: small letters, no dash, an O for a zero. */
const normalize = (typed: string) =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/**
 * What is stored of a recovery code: HMAC-SHA-256 under the pepper, which never changes, so that the
 * codes still help when `AUTH_SECRET` has.
 */
export function hashRecoveryCode(keyPepper: string, userId: string, typed: string): Buffer {
  return createHmac('sha256', keyPepper)
    .update(`recovery code of ${userId}: ${normalize(typed)}`)
    .digest();
}
