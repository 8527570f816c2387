import type { AuthOptions, User } from 'next-auth';
import type { JWT } from 'next-auth/jwt';
import Credentials from 'next-auth/providers/credentials';
import { z } from 'zod';
import { callbackPath, codeRequired } from '#db/values/sign-in.ts';
import { getRuntime } from '../runtime.ts';
import { serializeError } from '../safe-error.ts';
import { findApplicationByHost } from '../services/applications/find-application-by-host.ts';
import { normalizeHost } from '../services/applications/host.ts';
import { recordSession } from '../services/audit/record-session.ts';
import { type SessionClaims, sessionSeconds } from '../services/session/session-claims.ts';
import { authenticateUser } from '../services/users/authenticate-user.ts';
import { clientAddress, remoteAddress } from './client-address.ts';
import { authCookies, isHttps } from './cookies.ts';
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
  interface JWT extends SessionClaims {}
}

/** next-auth then takes its URL from the request. The host is checked against the table before. */
process.env.AUTH_TRUST_HOST = '1';

type Outcome = User | typeof codeRequired | null;

async function signIn(credentials: unknown, headers: Headers): Promise<Outcome> {
  const { panel, settings, log } = getRuntime();
  const given = credentialsInput.safeParse(credentials);
  if (!given.success) return null;

  const host = normalizeHost(headers.get('host') ?? '');
  const application = await findApplicationByHost(panel.db, host);
  if (!application) return null;

  const signingIn = {
    applicationId: application.id,
    address: clientAddress(headers),
    from: remoteAddress(headers),
    onUnknown: () => log.warn({ address: remoteAddress(headers) }, 'sign-in of an unknown user'),
    ...given.data,
  };
  const outcome = await authenticateUser(panel.db, signingIn, settings);
  if (outcome === codeRequired) return codeRequired;

  return outcome ? { id: outcome.userId, ...outcome } : null;
}

/** next-auth puts the message of an error into a URL, so no other error may be thrown. */
async function signInOrRefuse(credentials: unknown, headers: Headers): Promise<Outcome> {
  try {
    return await signIn(credentials, headers);
  } catch (error) {
    getRuntime().log.error({ fault: serializeError(error) }, 'sign-in failed');
    return null;
  }
}

/** @throws Error `codeRequired`, which next-auth passes to the form */
async function authorize(credentials: unknown, headers: Headers): Promise<User | null> {
  const outcome = await signInOrRefuse(credentials, headers);
  if (outcome === codeRequired) throw new Error(codeRequired);

  return outcome;
}

/** A sign-in is logged where it is accepted: next-auth would begin a session although an event fails. */
async function recordSignOut(token: JWT | null, headers: Headers): Promise<void> {
  if (!token) return;

  const { panel } = getRuntime();
  const { userId } = token;
  await recordSession(panel.db, 'session.signOut', { userId, address: remoteAddress(headers) });
}

/** Options of next-auth for the request with these headers. */
export function authOptions(headers: Headers): AuthOptions {
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
        authorize: (credentials) => authorize(credentials, headers),
      }),
      ...(settings.oidc ? [oidcProvider(settings.oidc, headers)] : []),
    ],
    callbacks: {
      signIn: ({ user }) => allowSignIn(user),
      jwt: ({ token, user }) => {
        const { userId, applicationId, sessionVersion, signedInAt } = user ?? token;

        return { userId, applicationId, sessionVersion, signedInAt };
      },
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url, baseUrl }) => `${baseUrl}${callbackPath(url, baseUrl)}`,
    },
    events: { signOut: ({ token }) => recordSignOut(token, headers) },
    logger: {
      error: (code, metadata) => {
        const error = metadata instanceof Error ? metadata : metadata.error;
        log.error({ code, fault: serializeError(error) }, 'next-auth');
      },
      warn: (code) => log.debug({ code }, 'next-auth'),
      debug: () => {},
    },
  };
}
