import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';
import type { UserActor } from '../actor.ts';
import { recordUserAudit } from '../audit/record-audit.ts';
import { ConflictError, InvalidError } from '../errors.ts';
import { endSessions, type RenewSession, sessionUser } from '../session/session-claims.ts';
import { startSession } from '../session/start-session.ts';
import { countFailures, type IdentityDependencies } from '../users/confirm-identity.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { openSecret } from './sealed-secret.ts';
import { databaseNow } from './take-code.ts';
import { stepOf } from './totp.ts';

/** The only time that recovery codes leave. */
export interface IssuedRecoveryCodes {
  recoveryCodes: string[];
}

const overtaken = () =>
  new ConflictError('This was done or begun anew elsewhere. Close the dialog and look again');

async function findSecret(db: Database, userId: string) {
  const [user] = await db
    .select({ totpSecret: users.totpSecret, now: databaseNow })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.totpConfirmedAt)));
  if (!user?.totpSecret) throw overtaken();

  return { totpSecret: user.totpSecret, now: user.now };
}

/**
 * Turns the second factor on, once the app has proved that it has the secret. All sessions of the
 * user end but the current one, which is renewed. Wrong codes count as failed sign-ins do.
 *
 * @throws InvalidError, TooManyRequestsError
 * @throws ConflictError when it is on already, or was begun again elsewhere in the meantime
 */
export async function confirmSecondFactor(
  db: Database,
  actor: UserActor,
  { code }: { code: string },
  dependencies: IdentityDependencies & RenewSession,
): Promise<IssuedRecoveryCodes> {
  const { userId } = actor;
  const { authSecret, keyPepper, client, renewSession } = dependencies;
  const { totpSecret, now } = await findSecret(db, userId);
  const step = await countFailures(db, actor, dependencies, async () => {
    const typed = code.replaceAll(/\s/g, '');
    const found = stepOf(openSecret(authSecret, userId, totpSecret), typed, now);
    if (found === undefined) throw new InvalidError('The code is wrong', 'code');

    return found;
  });

  const issued = await db.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({
        totpConfirmedAt: sql`now()`,
        totpLastStep: step,
        ...endSessions,
      })
      .where(
        and(eq(users.id, userId), isNull(users.totpConfirmedAt), eq(users.totpSecret, totpSecret)),
      )
      .returning(sessionUser);
    if (!user) throw overtaken();

    await recordUserAudit(tx, actor, { userId, action: 'users.addSecondFactor' });
    const claims = await startSession(tx, user, client);
    return { claims, recoveryCodes: await replaceRecoveryCodes(tx, userId, keyPepper) };
  });

  await renewSession(issued.claims);
  return { recoveryCodes: issued.recoveryCodes };
}
