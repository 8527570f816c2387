import { sql } from 'drizzle-orm';
import { users } from '#db/schema/applications.ts';

/** What a session says of itself. */
export interface SessionClaims {
  userId: string;
  applicationId: string;
  /** Of the user when the session began. Every change that ends sessions raises the user's. */
  sessionVersion: number;
  /** Seconds since 1970 by the database's clock. */
  signedInAt: number;
}

/** Columns of `users` that a new session holds: read together with what authenticates the user. */
export const sessionClaims = {
  userId: users.id,
  applicationId: users.applicationId,
  sessionVersion: users.sessionVersion,
  signedInAt: sql<number>`floor(extract(epoch from now()))::float8`,
};

/** For an update of `users`: ends all sessions of the user. */
export const endSessions = { sessionVersion: sql`${users.sessionVersion} + 1` };

/** A session lasts no longer than this, however much it is used. */
export const sessionSeconds = 7 * 24 * 3_600;

/** For what ends all sessions of a user: keeps the one that asked. */
export interface RenewSession {
  renewSession(claims: SessionClaims): Promise<void>;
}
