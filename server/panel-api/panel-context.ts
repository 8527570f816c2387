import type { Database } from '#db/client.ts';
import type { Session } from '../auth/claims.ts';
import { clientAddress, sessionClient } from '../auth/client-address.ts';
import { isHttps } from '../auth/cookies.ts';
import { readKnownBrowser } from '../auth/known-browser.ts';
import { checkSession, sessionOf } from '../auth/read-session.ts';
import { sessionCookie } from '../auth/session-cookie.ts';
import type { ChangeFeed } from '../events/change-feed.ts';
import type { SessionWatch } from '../events/session-watch.ts';
import type { Intake } from '../intake/intake.ts';
import type { Logger } from '../log.ts';
import { requestIdOf } from '../request-id.ts';
import type { UserActor } from '../services/actor.ts';
import type { BodyDependencies } from '../services/intake-log/read-bodies.ts';
import { findMember } from '../services/session/find-member.ts';
import type { RenewSession } from '../services/session/session-claims.ts';
import type { IdentityDependencies } from '../services/users/confirm-identity.ts';
import type { VerificationLimit } from '../services/users/verification-limit.ts';
import type { CallLimit } from './call-limit.ts';

export const companyHeader = 'x-leadgate-company';

export interface PanelServices extends BodyDependencies {
  db: Database;
  calls: CallLimit;
  events: ChangeFeed;
  intake: Intake;
  sessions: SessionWatch;
  log: Logger;
  verifications: VerificationLimit;
  authSecret: string;
  keyPepper: string;
}

export interface PanelContext extends RenewSession, IdentityDependencies, BodyDependencies {
  readonly db: Database;
  readonly calls: CallLimit;
  readonly events: ChangeFeed;
  readonly intake: Intake;
  readonly sessions: SessionWatch;
  readonly log: Logger;
  readonly requestId: string;
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
  services: PanelServices,
  headers: Headers,
  companySlug: string | null = headers.get(companyHeader),
  requestId = requestIdOf(headers.get('x-request-id')),
): PanelContext {
  const { db, authSecret } = services;
  const client = sessionClient(headers);
  const claimedSession = once(() => sessionOf(authSecret, headers));
  const findSession = once(async () => {
    const session = await claimedSession();
    return session && (await checkSession(db, session, headers)) ? session : null;
  });
  const findActor = once(async () => {
    const claimed = await claimedSession();
    if (!claimed || !companySlug) return undefined;

    const member = findMember(db, { ...claimed, companySlug, address: client.address });
    const [session, actor] = await Promise.all([findSession(), member]);
    return session ? actor : undefined;
  });

  let newCookie: string | undefined;
  return {
    ...services,
    client,
    requestId,
    network: clientAddress(headers),
    findBrowser: () => readKnownBrowser(headers, authSecret),
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
