import { inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { sessions, signInFailures } from '#db/schema/applications.ts';

const rowsAtOnce = 1_000;

/**
 * Deletes some sessions that have expired and some failed sign-ins that no longer count.
 *
 * @returns whether there may be more
 */
export async function deleteExpiredSignIns(db: Database): Promise<boolean> {
  const now = sql`now()`;
  const expired = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(lt(sessions.expiresAt, now))
    .limit(rowsAtOnce)
    .for('update', { skipLocked: true });
  const ended = db
    .select({ subject: signInFailures.subject })
    .from(signInFailures)
    .where(lt(signInFailures.windowEndsAt, now))
    .limit(rowsAtOnce)
    .for('update', { skipLocked: true });
  const [sessionsGone, failuresGone] = await Promise.all([
    db.delete(sessions).where(inArray(sessions.id, expired)).returning({ id: sessions.id }),
    db
      .delete(signInFailures)
      .where(inArray(signInFailures.subject, ended))
      .returning({ subject: signInFailures.subject }),
  ]);

  return sessionsGone.length === rowsAtOnce || failuresGone.length === rowsAtOnce;
}
