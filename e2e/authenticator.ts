import { Secret, TOTP } from 'otpauth';

/**
 * What an authenticator app shows for a secret as it is typed.
 *
 * @param stepsLater how many times 30 seconds from now
 */
export function codeOf(secret: string, stepsLater = 0): string {
  const timestamp = Date.now() + stepsLater * 30_000;

  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
}
