import type { Database } from '#db/client.ts';
import { findApplicationByHost } from '../services/applications/find-application-by-host.ts';
import { normalizeHost } from '../services/applications/host.ts';
import { isLiveSession } from '../services/session/is-live-session.ts';
import { readClaims, type Session } from './claims.ts';
import { remoteAddress } from './client-address.ts';
import { isHttps, readCookie, sessionCookieName } from './cookies.ts';

/**
 * The session of a request. It is valid only on a host of its own application, and until it ends,
 * which is checked for each request.
 */
export async function readSession(
  db: Database,
  secret: string,
  headers: Headers,
): Promise<Session | null> {
  const token = readCookie(headers, sessionCookieName(isHttps(headers)));
  const session = token && (await readClaims(token, secret));
  if (!session) return null;

  const application = await findApplicationByHost(db, normalizeHost(headers.get('host') ?? ''));
  if (application?.id !== session.applicationId) return null;

  return (await isLiveSession(db, session, remoteAddress(headers))) ? session : null;
}
