import type { Database } from '#db/client.ts';
import type { Session } from '../auth/claims.ts';
import { clientAddress, remoteAddress } from '../auth/client-address.ts';
import { isHttps } from '../auth/cookies.ts';
import { readSession } from '../auth/read-session.ts';
import { sessionCookie } from '../auth/session-cookie.ts';
import type { LeadEvents } from '../events/lead-events.ts';
import type { SessionWatch } from '../events/session-watch.ts';
import type { Logger } from '../log.ts';
import { requestIdOf } from '../request-id.ts';
import type { UserActor } from '../services/actor.ts';
import { findMember } from '../services/session/find-member.ts';
import type { RenewSession } from '../services/session/session-claims.ts';

export const companyHeader = 'x-leadgate-company';

export interface PanelServices {
  db: Database;
  events: LeadEvents;
  sessions: SessionWatch;
  log: Logger;
  authSecret: string;
  keyPepper: string;
}

export interface PanelContext extends RenewSession {
  readonly db: Database;
  readonly events: LeadEvents;
  readonly sessions: SessionWatch;
  readonly log: Logger;
  readonly authSecret: string;
  readonly keyPepper: string;
  readonly requestId: string;
  /** Of the caller, as failures are counted against it. */
  readonly address: string;
  /** For the answer, once a session was renewed. */
  readonly newCookie: string | undefined;
  /** Asks the database once for all calls of a batch. */
  findSession(): Promise<Session | null>;
  /** The signed-in user in the company that the request names, if a member of it. */
  findActor(): Promise<UserActor | undefined>;
}

const once = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
};

/**
 * What a call of the panel works with. Nothing is asked before a procedure wants it, so that every
 * failure is answered, masked and logged by the base procedure.
 */
export function createPanelContext(
  { db, events, sessions, log, authSecret, keyPepper }: PanelServices,
  headers: Headers,
  companySlug: string | null = headers.get(companyHeader),
): PanelContext {
  const findSession = once(() => readSession(db, authSecret, headers));
  const findActor = once(async () => {
    const session = await findSession();
    if (!session || !companySlug) return undefined;

    return findMember(db, { ...session, companySlug, address: remoteAddress(headers) });
  });

  let newCookie: string | undefined;
  return {
    db,
    events,
    sessions,
    log,
    authSecret,
    keyPepper,
    requestId: requestIdOf(headers.get('x-request-id')),
    address: clientAddress(headers),
    findSession,
    findActor,
    renewSession: async (claims) => {
      newCookie = await sessionCookie(claims, { secret: authSecret, secure: isHttps(headers) });
    },
    get newCookie() {
      return newCookie;
    },
  };
}
