import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { recoveryCodes, users } from '#db/schema/applications.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { openSecret } from './sealed-secret.ts';
import { stepOf } from './totp.ts';

export interface SecondFactorSecrets {
  /** Second factors are encrypted under it. */
  authSecret: string;
  /** Recovery codes are hashed under it. */
  keyPepper: string;
}

/** Seconds since 1970 by the database's clock, which all processes share. */
export const databaseNow = sql<number>`extract(epoch from now())::float8`;

async function takeTotp(
  db: Database,
  userId: string,
  code: string,
  { authSecret }: SecondFactorSecrets,
): Promise<boolean> {
  const confirmed = and(eq(users.id, userId), isNotNull(users.totpConfirmedAt));
  const [user] = await db
    .select({ totpSecret: users.totpSecret, now: databaseNow })
    .from(users)
    .where(confirmed);
  if (!user?.totpSecret) return false;

  const step = stepOf(openSecret(authSecret, userId, user.totpSecret), code, user.now);
  if (step === undefined) return false;

  const taken = await db
    .update(users)
    .set({ totpLastStep: step })
    .where(and(confirmed, or(isNull(users.totpLastStep), lt(users.totpLastStep, step))))
    .returning({ id: users.id });
  return taken.length > 0;
}

async function takeRecoveryCode(
  db: Database,
  userId: string,
  code: string,
  { keyPepper }: SecondFactorSecrets,
): Promise<boolean> {
  const taken = await db
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, hashRecoveryCode(keyPepper, userId, code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId });

  return taken.length > 0;
}

/**
 * Whether this is a code of the user's second factor: of the app, or a recovery code. None is taken
 * twice, by however many requests at once.
 */
export function takeCode(
  db: Database,
  userId: string,
  typed: string,
  secrets: SecondFactorSecrets,
): Promise<boolean> {
  const code = typed.replaceAll(/\s/g, '');
  const take = /^\d{6}$/.test(code) ? takeTotp : takeRecoveryCode;

  return take(db, userId, code, secrets);
}
