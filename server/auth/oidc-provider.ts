import type { Profile, User } from 'next-auth';
import type { OAuthConfig, UserinfoEndpointHandler } from 'next-auth/providers/oauth';
import { z } from 'zod';
import type { OidcSettings } from '../env.ts';
import { oidcTimeoutMs } from '../limits.ts';
import { logFailure } from '../log-failure.ts';
import { getRuntime } from '../runtime.ts';
import { findApplicationByHost } from '../services/applications/find-application-by-host.ts';
import { normalizeHost } from '../services/applications/host.ts';
import { authenticateIdentity } from '../services/users/authenticate-identity.ts';
import { sessionClient } from './client-address.ts';

const withoutSlash = (url: string) => url.replace(/\/$/, '');

const profileClaims = z.object({
  iss: z.string(),
  /** Maximum length: OpenID Connect Core, section 2. */
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  email_verified: z.unknown(),
});

/** Why a sign-in is refused, as an error code of next-auth for the sign-in page. */
type Refusal = 'AccessDenied' | 'OAuthCallback';

declare module 'next-auth' {
  interface User {
    refusal?: Refusal;
  }
}

const noUser = { id: 'none', sessionId: '', userId: '', applicationId: '' };
const refused = (refusal: Refusal): User => ({ ...noUser, refusal });

async function identify(profile: unknown, issuer: string, headers: Headers): Promise<User> {
  const { panel } = getRuntime();
  const { iss, sub: subject, email, email_verified: isVerified } = profileClaims.parse(profile);
  const application = await findApplicationByHost(
    panel.db,
    normalizeHost(headers.get('host') ?? ''),
  );
  if (!application || withoutSlash(iss) !== withoutSlash(issuer)) return refused('AccessDenied');

  const session = await authenticateIdentity(panel.db, {
    applicationId: application.id,
    issuer,
    subject,
    client: sessionClient(headers),
    verifiedEmail: isVerified === true ? email?.toLowerCase() : undefined,
  });
  return session ? { id: session.userId, ...session } : refused('AccessDenied');
}

type UserinfoRequest = Parameters<NonNullable<UserinfoEndpointHandler['request']>>[0];
type VerifiedTokens = Exclude<Parameters<UserinfoRequest['client']['userinfo']>[0], string>;

/** The tokens come from openid-client, which has verified them. The types of next-auth are wider. */
const verifiedTokens = (tokens: UserinfoRequest['tokens']) => tokens as VerifiedTokens;

/**
 * Sign-in with the OpenID provider of the installation, for the request with these headers. It
 * creates no users and asks for no second factor, which is left to the provider.
 */
export function oidcProvider(
  { issuer, clientId, clientSecret, name }: OidcSettings,
  headers: Headers,
): OAuthConfig<Profile> {
  return {
    id: 'oidc',
    name,
    type: 'oauth',
    wellKnown: `${withoutSlash(issuer)}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    authorization: { params: { scope: 'openid email' } },
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    httpOptions: { timeout: oidcTimeoutMs },
    /* Many providers give the email address only here. Claims of the signed token take precedence. */
    userinfo: {
      request: async ({ client, tokens }) => {
        const verified = verifiedTokens(tokens);
        const claims = verified.claims();
        if (claims.email !== undefined) return claims;

        return { ...(await client.userinfo(verified)), ...claims };
      },
    },
    /* next-auth drops errors that are thrown here. */
    profile: (profile) =>
      identify(profile, issuer, headers).catch((error: unknown) => {
        logFailure(getRuntime().log, 'sign-in failed', error);
        return refused('OAuthCallback');
      }),
  };
}

/** `true`, or the path to which a refused sign-in leads. */
export const allowSignIn = ({ refusal }: { refusal?: Refusal }) =>
  refusal === undefined || `/sign-in?error=${refusal}`;

/** The name of the provider on the sign-in page, if there is one. */
export const oidcName = (): string | undefined => getRuntime().settings.oidc?.name;
