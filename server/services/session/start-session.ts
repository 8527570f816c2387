import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { sessions } from '#db/schema/applications.ts';
import { maxUserAgentLength } from '#db/values/limits.ts';
import { type SessionClaims, type SessionClient, sessionSeconds } from './session-claims.ts';

/** The sessions used last go on; an automatic client that never signs out fills no table. */
const maxSessionsPerUser = 100;

interface SessionUser {
  userId: string;
  applicationId: string;
  sessionVersion: number;
}

/** Begins a session. Call it in the transaction that records the sign-in. */
export async function startSession(
  tx: Pick<Database, 'insert' | 'select' | 'delete'>,
  { userId, applicationId, sessionVersion }: SessionUser,
  { address, userAgent }: SessionClient,
): Promise<SessionClaims> {
  const surplus = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastSeenAt))
    .offset(maxSessionsPerUser - 1);
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), inArray(sessions.id, surplus)));

  const sessionId = newId();
  await tx.insert(sessions).values({
    id: sessionId,
    userId,
    sessionVersion,
    address,
    userAgent: userAgent.slice(0, maxUserAgentLength),
    expiresAt: sql`now() + make_interval(secs => ${sessionSeconds})`,
  });
  return { sessionId, userId, applicationId };
}
