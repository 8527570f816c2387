import { createHmac, randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { recoveryCodes } from '#db/schema/applications.ts';
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

/** Gives ten new recovery codes, the only time they can be read; those of before are gone. */
export async function replaceRecoveryCodes(
  db: Pick<Database, 'delete' | 'insert'>,
  userId: string,
  keyPepper: string,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  const rows = codes.map((code) => ({
    userId,
    codeHash: hashRecoveryCode(keyPepper, userId, code),
  }));
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await db.insert(recoveryCodes).values(rows);

  return codes;
}
