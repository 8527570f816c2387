import type { Database } from '#db/client.ts';
import { normalizeHost } from '../services/applications/host.ts';
import { isLiveSession } from '../services/session/is-live-session.ts';
import { readClaims, type Session } from './claims.ts';
import { remoteAddress } from './client-address.ts';
import { isHttps, readCookie, sessionCookieName } from './cookies.ts';

/** What the session cookie of a request says. Whether the session counts, `checkSession` tells. */
export async function sessionOf(secret: string, headers: Headers): Promise<Session | undefined> {
  const token = readCookie(headers, sessionCookieName(isHttps(headers)));
  return token ? readClaims(token, secret) : undefined;
}

/**
 * Whether the session of a request counts. It is valid only on a host of its own application, and until
 * it ends, which is checked for each request.
 */
export const checkSession = (db: Database, session: Session, headers: Headers): Promise<boolean> =>
  isLiveSession(db, session, {
    host: normalizeHost(headers.get('host') ?? ''),
    address: remoteAddress(headers),
  });
