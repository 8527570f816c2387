import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { sessions, users } from '#db/schema/applications.ts';
import type { UserActor } from '../actor.ts';
import { recordUserAudit } from '../audit/record-audit.ts';
import { recordSession } from '../audit/record-session.ts';
import { NotFoundError } from '../errors.ts';
import { hasNotExpired, ofUser } from './is-live-session.ts';
import type { SessionClaims } from './session-claims.ts';
import { describeUserAgent } from './user-agent.ts';

/**
 * Ends a session of the user's own.
 *
 * @throws NotFoundError when it is not there or has ended
 */
export function endSession(
  db: Database,
  actor: UserActor,
  { id }: { id: string },
): Promise<{ id: string }> {
  const { userId } = actor;

  return db.transaction(async (tx) => {
    const [ended] = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
      .returning({ userAgent: sessions.userAgent, address: sessions.address });
    if (!ended) throw new NotFoundError('This session has ended already');

    const details = { browser: describeUserAgent(ended.userAgent), from: ended.address };
    await recordUserAudit(tx, actor, { userId, action: 'users.endSession', details });
    return { id };
  });
}

/** Ends all sessions of the user but the current one. */
export function endOtherSessions(
  db: Database,
  actor: UserActor,
  { sessionId }: { sessionId: string },
): Promise<{ ended: number }> {
  const { userId } = actor;

  return db.transaction(async (tx) => {
    const others = tx
      .select({ id: sessions.id })
      .from(sessions)
      .innerJoin(users, ofUser)
      .where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId), hasNotExpired));
    const { length: ended } = await tx
      .delete(sessions)
      .where(inArray(sessions.id, others))
      .returning({ id: sessions.id });
    if (ended > 0) {
      const details = { ended };
      await recordUserAudit(tx, actor, { userId, action: 'users.endOtherSessions', details });
    }

    return { ended };
  });
}

/** Ends the session that the user signs out of. One that has ended already leaves no entry. */
export function signOut(
  db: Database,
  { sessionId, userId }: SessionClaims,
  { address }: { address: string },
): Promise<void> {
  return db.transaction(async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
      .returning({ id: sessions.id });
    if (ended.length > 0) await recordSession(tx, 'session.signOut', { userId, address });
  });
}
