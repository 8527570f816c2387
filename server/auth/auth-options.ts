import type { AuthOptions, User } from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import { credentialsInput } from '../api/schemas/session.ts';
import { describeFault } from '../fault.ts';
import { getRuntime } from '../runtime.ts';
import { findApplicationByHost } from '../services/applications/find-application-by-host.ts';
import { normalizeHost } from '../services/applications/host.ts';
import { authenticateUser } from '../services/users/authenticate-user.ts';
import { clientAddress } from './client-address.ts';
import { authCookies, isHttps } from './cookies.ts';
import { stayOnOrigin } from './stay-on-origin.ts';

declare module 'next-auth' {
  interface User {
    applicationId: string;
  }
}
declare module 'next-auth/jwt' {
  interface JWT {
    userId: string;
    applicationId: string;
  }
}

/** next-auth takes its own address from the request then; the host table is consulted first. */
process.env.AUTH_TRUST_HOST = '1';

const sessionSeconds = 7 * 24 * 3_600;

async function signIn(credentials: unknown, headers: Headers): Promise<User | null> {
  const { panel } = getRuntime();
  const given = credentialsInput.safeParse(credentials);
  if (!given.success) return null;

  const host = normalizeHost(headers.get('host') ?? '');
  const application = await findApplicationByHost(panel.db, host);
  if (!application) return null;

  const user = await authenticateUser(panel.db, {
    applicationId: application.id,
    address: clientAddress(headers),
    ...given.data,
  });
  return user ? { id: user.id, applicationId: application.id } : null;
}

/** next-auth shows a thrown message in an address, so nothing may be thrown. */
async function signInOrRefuse(credentials: unknown, headers: Headers): Promise<User | null> {
  try {
    return await signIn(credentials, headers);
  } catch (error) {
    getRuntime().log.error({ fault: describeFault(error) }, 'a sign-in failed');
    return null;
  }
}

/** How next-auth works for the request with these headers. */
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
        credentials: { email: {}, password: {} },
        authorize: (credentials) => signInOrRefuse(credentials, headers),
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => ({
        userId: user?.id ?? token.userId,
        applicationId: user?.applicationId ?? token.applicationId,
      }),
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url, baseUrl }) => stayOnOrigin(url, baseUrl),
    },
    logger: {
      error: (code) => log.error({ code }, 'next-auth'),
      warn: (code) => log.debug({ code }, 'next-auth'),
      debug: () => {},
    },
  };
}
