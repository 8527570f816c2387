import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { sessions, users } from '#db/schema/applications.ts';
import { ownerOfHost } from '../applications/find-application-by-host.ts';
import type { SessionClaims } from './session-claims.ts';

/** Joins a session with its user, and holds where it has not ended. */
export const ofUser = and(
  eq(users.id, sessions.userId),
  eq(users.sessionVersion, sessions.sessionVersion),
  isNull(users.deactivatedAt),
);
export const hasNotExpired = gt(sessions.expiresAt, sql`now()`);

/** So exactly is known when a session was last used: each request would be a write. */
const seenEvery = sql`interval '5 minutes'`;

interface Request {
  /** The host that was called, as `normalizeHost` gives it. */
  host: string;
  /** Where the request came from. */
  address: string;
}

/**
 * Whether a session still counts: it was not ended and has not expired, its user is there, belongs
 * to the application, is not deactivated, and has the password and roles of then. The application owns
 * the host that was called. Notes that it was used.
 */
export async function isLiveSession(
  db: Database,
  { sessionId, userId, applicationId }: SessionClaims,
  { host, address }: Request,
): Promise<boolean> {
  const [session] = await db
    .select({ wasSeen: sql<boolean>`${sessions.lastSeenAt} > now() - ${seenEvery}` })
    .from(sessions)
    .innerJoin(users, ofUser)
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(users.id, userId),
        eq(users.applicationId, applicationId),
        eq(users.applicationId, ownerOfHost(db, host)),
        hasNotExpired,
      ),
    );
  if (!session) return false;

  /* A database that takes no writes still lets people read. */
  if (!session.wasSeen) await noteUse(db, sessionId, address).catch(() => {});
  return true;
}

async function noteUse(db: Database, sessionId: string, address: string): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: sql`now()`, address })
    .where(eq(sessions.id, sessionId));
}

/** Those of these sessions that have not ended. */
export async function listLiveSessions(
  db: Database,
  sessionIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, ofUser)
    .where(and(inArray(sessions.id, [...sessionIds]), hasNotExpired));

  return new Set(rows.map(({ id }) => id));
}
