import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';
import { type SessionClaims, sessionSeconds } from './session-claims.ts';

/**
 * Whether a session still counts: its user is there, belongs to the application, is not
 * deactivated, has the password and roles of then, and signed in not too long ago.
 */
export async function isLiveSession(
  db: Database,
  { userId, applicationId, sessionVersion, signedInAt }: SessionClaims,
): Promise<boolean> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        eq(users.applicationId, applicationId),
        eq(users.sessionVersion, sessionVersion),
        isNull(users.deactivatedAt),
        sql`now() < to_timestamp(${signedInAt}::float8) + make_interval(secs => ${sessionSeconds})`,
      ),
    );

  return user !== undefined;
}
