import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as every authenticator app knows it: SHA-1, six digits, 30 seconds. */
const scheme = { algorithm: 'SHA1', digits: 6, period: 30 };
/** RFC 4226, 4: as long as the hash. */
const secretLength = 20;
/** Steps of 30 seconds that a clock may be wrong by, either way. */
const tolerance = 1;

const secretOf = (bytes: Uint8Array) => new Secret({ buffer: new Uint8Array(bytes).buffer });

export const newTotpSecret = (): Buffer => randomBytes(secretLength);

/** What an app reads from the QR code, and the secret alone for typing: base32, in fours. */
export function describeTotp(
  secret: Uint8Array,
  { issuer, email }: { issuer: string; email: string },
): { uri: string; secret: string } {
  const totp = new TOTP({ ...scheme, issuer, label: email, secret: secretOf(secret) });
  const inFours = totp.secret.base32.match(/.{1,4}/g) ?? [];

  return { uri: totp.toString(), secret: inFours.join(' ') };
}

/**
 * The 30 seconds since 1970 that the code belongs to, if it is one of now, of before, or of next.
 *
 * @param now seconds since 1970
 */
export function stepOf(secret: Uint8Array, code: string, now: number): number | undefined {
  const timestamp = now * 1_000;
  const totp = { ...scheme, secret: secretOf(secret), timestamp };
  const delta = TOTP.validate({ ...totp, token: code, window: tolerance });

  return delta === null ? undefined : TOTP.counter(totp) + delta;
}
