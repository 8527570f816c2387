import { sql } from 'drizzle-orm';
import { users } from '#db/schema/applications.ts';

/** What the cookie of a session says. */
export interface SessionClaims {
  sessionId: string;
  userId: string;
  applicationId: string;
}

/** What begins a session, as the server sees it. */
export interface SessionClient {
  /** Where the request came from. */
  address: string;
  /** The `User-Agent` header; empty without one. */
  userAgent: string;
}

/** Columns of `users` that a session begins with: read together with what authenticates the user. */
export const sessionUser = {
  userId: users.id,
  applicationId: users.applicationId,
  sessionVersion: users.sessionVersion,
};

/** For an update of `users`: ends all sessions of the user. */
export const endSessions = { sessionVersion: sql`${users.sessionVersion} + 1` };

/** A session lasts no longer than this, however much it is used. */
export const sessionSeconds = 7 * 24 * 3_600;

/** For what ends all sessions of a user: begins another one for the browser that asked. */
export interface RenewSession {
  client: SessionClient;
  renewSession(claims: SessionClaims): Promise<void>;
}
