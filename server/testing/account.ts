import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';
import { CallLimit } from '../panel-api/call-limit.ts';
import { sealSecret } from '../services/second-factor/sealed-secret.ts';
import { hashPassword } from '../services/users/password.ts';
import { VerificationLimit } from '../services/users/verification-limit.ts';
import { authSecret, keyPepper } from './secrets.ts';

export const client = { address: '203.0.113.9', userAgent: 'Mozilla/5.0 (Windows) Firefox/140.0' };
/** Bounds the calls of a user, and no connections. */
export const calls = new CallLimit({ share: (_owner, _signal, call) => call() });
export const verifications = new VerificationLimit({ atOnce: 4, maxWaiting: 1_000 });

/** What a service needs that checks the password of its caller. */
export const identityDependencies = {
  authSecret,
  keyPepper,
  verifications,
  client,
  network: '203.0.113.9',
  findBrowser: async () => undefined,
};

export const accountPassword = 'correct horse battery';
const accountHash = hashPassword(accountPassword);

/** What an authenticator app shows of a secret in base32 now, or some steps of 30 seconds later. */
export function codeOf(secret: string, stepsLater = 0): string {
  const timestamp = Date.now() + stepsLater * 30_000;

  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
}

/** Base32, as a person would type it. */
export const totpSecret = 'JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP';

/** Resolves when the step of 30 seconds has ten left, so that a test ends within it. */
export async function stepLasts(): Promise<void> {
  const left = 30_000 - (Date.now() % 30_000);
  if (left < 10_000) await sleep(left);
}

interface Secrets {
  authSecret: string;
}

/** Gives a user the password above. Sessions go on. */
export async function givePassword(db: Database, userId: string): Promise<void> {
  await db
    .update(users)
    .set({ passwordHash: await accountHash })
    .where(eq(users.id, userId));
}

/** Begins the second factor above for a user; `confirmed` turns it on. */
export async function giveSecondFactor(
  db: Database,
  userId: string,
  { confirmed = true, secrets = { authSecret } }: { confirmed?: boolean; secrets?: Secrets } = {},
): Promise<void> {
  const secret = new Uint8Array(Secret.fromBase32(totpSecret).buffer);
  await db
    .update(users)
    .set({
      totpSecret: sealSecret(secrets.authSecret, userId, secret),
      totpConfirmedAt: confirmed ? sql`now()` : null,
      totpLastStep: null,
    })
    .where(eq(users.id, userId));
}
