import type { AuthOptions, User } from 'next-auth';
import type { JWT } from 'next-auth/jwt';
import Credentials from 'next-auth/providers/credentials';
import { z } from 'zod';
import {
  callbackPath,
  codeRequired,
  demoElsewhere,
  tooManyAttemptsFor,
} from '#db/values/sign-in.ts';
import { logFailure } from '../log-failure.ts';
import { getRuntime } from '../runtime.ts';
import { findApplicationByHost } from '../services/applications/find-application-by-host.ts';
import { normalizeHost } from '../services/applications/host.ts';
import { TooManyRequestsError } from '../services/errors.ts';
import { signOut } from '../services/session/end-session.ts';
import { type SessionClaims, sessionSeconds } from '../services/session/session-claims.ts';
import { authenticateUser } from '../services/users/authenticate-user.ts';
import { parseClaims } from './claims.ts';
import { clientAddress, isLocalClient, remoteAddress, sessionClient } from './client-address.ts';
import { authCookies, isHttps } from './cookies.ts';
import { readKnownBrowser } from './known-browser.ts';
import { allowSignIn, oidcProvider } from './oidc-provider.ts';

/** What the sign-in form sends. */
const credentialsInput = z.object({
  email: z.string().trim().toLowerCase().max(254).pipe(z.email('Enter your email address')),
  password: z.string().min(1, 'Enter your password').max(200),
  code: z.string().trim().max(40).optional(),
});

declare module 'next-auth' {
  interface User extends SessionClaims {}
}
declare module 'next-auth/jwt' {
  interface JWT extends Partial<SessionClaims> {}
}

/** next-auth then takes its URL from the request. The host is checked against the table before. */
process.env.AUTH_TRUST_HOST = '1';

/** What next-auth does not pass on to the answer. */
export interface SignInOutcome {
  /** Who has signed in. */
  userId?: string;
  /** After too many failures. */
  retryAfterSeconds?: number;
}

type Attempt = User | typeof codeRequired | typeof demoElsewhere | TooManyRequestsError | null;

async function signIn(credentials: unknown, headers: Headers): Promise<Attempt> {
  const { panel, settings, log, verifications } = getRuntime();
  const given = credentialsInput.safeParse(credentials);
  if (!given.success) return null;

  const host = normalizeHost(headers.get('host') ?? '');
  const application = await findApplicationByHost(panel.db, host);
  if (!application) return null;

  const signingIn = {
    applicationId: application.id,
    network: clientAddress(headers),
    browser: await readKnownBrowser(headers, settings.authSecret),
    client: sessionClient(headers),
    isLocal: isLocalClient(headers),
    onUnknown: () => log.warn({ address: remoteAddress(headers) }, 'sign-in of an unknown user'),
    ...given.data,
  };
  const begun = await authenticateUser(panel.db, signingIn, { ...settings, verifications });
  if (begun === codeRequired || begun === demoElsewhere) return begun;

  return begun ? { id: begun.userId, ...begun } : null;
}

/** next-auth puts the message of an error into a URL, so no other error may be thrown. */
async function signInOrRefuse(credentials: unknown, headers: Headers): Promise<Attempt> {
  try {
    return await signIn(credentials, headers);
  } catch (error) {
    if (error instanceof TooManyRequestsError) return error;
    logFailure(getRuntime().log, 'sign-in failed', error);
    return null;
  }
}

/** @throws Error an answer of `db/values/sign-in.ts`, which next-auth passes to the form */
async function authorize(
  credentials: unknown,
  headers: Headers,
  outcome: SignInOutcome,
): Promise<User | null> {
  const attempt = await signInOrRefuse(credentials, headers);
  if (attempt === codeRequired || attempt === demoElsewhere) throw new Error(attempt);
  if (attempt instanceof TooManyRequestsError) {
    outcome.retryAfterSeconds = attempt.retryAfterSeconds;
    throw new Error(tooManyAttemptsFor(attempt.retryAfterSeconds));
  }

  return attempt;
}

async function endSession(token: JWT | null, headers: Headers): Promise<void> {
  const session = parseClaims(token);
  if (session) await signOut(getRuntime().panel.db, session, sessionClient(headers));
}

/**
 * Options of next-auth for the request with these headers.
 *
 * @param outcome set while next-auth handles the request
 */
export function authOptions(headers: Headers, outcome: SignInOutcome): AuthOptions {
  const { settings, log } = getRuntime();
  const secure = isHttps(headers);

  return {
    secret: settings.authSecret,
    session: { strategy: 'jwt', maxAge: sessionSeconds },
    useSecureCookies: secure,
    cookies: authCookies(secure),
    pages: { signIn: '/sign-in', signOut: '/sign-in', error: '/sign-in' },
    providers: [
      Credentials({
        credentials: { email: {}, password: {}, code: {} },
        authorize: (credentials) => authorize(credentials, headers, outcome),
      }),
      ...(settings.oidc ? [oidcProvider(settings.oidc, headers)] : []),
    ],
    callbacks: {
      signIn: ({ user }) => allowSignIn(user),
      jwt: ({ token, user }) => {
        const { sessionId, userId, applicationId } = user ?? token;

        return { sessionId, userId, applicationId };
      },
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url, baseUrl }) => `${baseUrl}${callbackPath(url, baseUrl)}`,
    },
    events: {
      signIn: ({ user }) => {
        outcome.userId = user.id;
      },
      signOut: ({ token }) => endSession(token, headers),
    },
    logger: {
      error: (code, metadata) => {
        const error = metadata instanceof Error ? metadata : metadata.error;
        logFailure(log, 'next-auth', error, { code });
      },
      warn: (code) => log.debug({ code }, 'next-auth'),
      debug: () => {},
    },
  };
}
