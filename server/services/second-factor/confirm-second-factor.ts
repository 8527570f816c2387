import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';
import type { UserActor } from '../actor.ts';
import { recordUserAudit } from '../audit/record-audit.ts';
import { ConflictError, InvalidError } from '../errors.ts';
import { endSessions, type RenewSession, sessionClaims } from '../session/session-claims.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { openSecret } from './sealed-secret.ts';
import { databaseNow, type SecondFactorSecrets } from './take-code.ts';
import { stepOf } from './totp.ts';

/** The only time that recovery codes leave. */
export interface IssuedRecoveryCodes {
  recoveryCodes: string[];
}

const overtaken = () =>
  new ConflictError('This was done or begun anew elsewhere. Close the dialog and look again');

/**
 * Turns the second factor on, once the app has proved that it has the secret. All sessions of the
 * user end but the current one, which is renewed.
 *
 * @throws InvalidError
 * @throws ConflictError when it is on already, or was begun again elsewhere in the meantime
 */
export async function confirmSecondFactor(
  db: Database,
  actor: UserActor,
  { code }: { code: string },
  { authSecret, keyPepper, renewSession }: SecondFactorSecrets & RenewSession,
): Promise<IssuedRecoveryCodes> {
  const { userId } = actor;
  const [user] = await db
    .select({ totpSecret: users.totpSecret, now: databaseNow })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.totpConfirmedAt)));
  if (!user?.totpSecret) throw overtaken();

  const { totpSecret, now } = user;
  const typed = code.replaceAll(/\s/g, '');
  const step = stepOf(openSecret(authSecret, userId, totpSecret), typed, now);
  if (step === undefined) throw new InvalidError('The code is wrong', 'code');

  const issued = await db.transaction(async (tx) => {
    const [claims] = await tx
      .update(users)
      .set({
        totpConfirmedAt: sql`now()`,
        totpLastStep: step,
        ...endSessions,
      })
      .where(
        and(eq(users.id, userId), isNull(users.totpConfirmedAt), eq(users.totpSecret, totpSecret)),
      )
      .returning(sessionClaims);
    if (!claims) throw overtaken();

    await recordUserAudit(tx, actor, { userId, action: 'users.addSecondFactor' });
    return { claims, recoveryCodes: await replaceRecoveryCodes(tx, userId, keyPepper) };
  });

  await renewSession(issued.claims);
  return { recoveryCodes: issued.recoveryCodes };
}
