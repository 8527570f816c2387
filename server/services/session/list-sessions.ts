import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { sessions, users } from '#db/schema/applications.ts';
import type { UserActor } from '../actor.ts';
import { hasNotExpired, ofUser } from './is-live-session.ts';
import { describeUserAgent } from './user-agent.ts';

export interface SessionOfUser {
  id: string;
  /** In words, as `Firefox on Windows`. */
  browser: string;
  /** Where it was last used from. */
  address: string;
  signedInAt: Date;
  lastSeenAt: Date;
  isCurrent: boolean;
}

/** The user's own sessions that have not ended, the current one first, then the one used last. */
export async function listSessions(
  db: Database,
  { userId }: UserActor,
  { sessionId }: { sessionId: string },
): Promise<SessionOfUser[]> {
  const rows = await db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      address: sessions.address,
      signedInAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .innerJoin(users, ofUser)
    .where(and(eq(sessions.userId, userId), hasNotExpired))
    .orderBy(desc(eq(sessions.id, sessionId)), desc(sessions.lastSeenAt), desc(sessions.id));

  return rows.map(({ userAgent, ...session }) => ({
    ...session,
    browser: describeUserAgent(userAgent),
    isCurrent: session.id === sessionId,
  }));
}
