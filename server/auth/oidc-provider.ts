import type { Profile, User } from 'next-auth';
import type { OAuthConfig, UserinfoEndpointHandler } from 'next-auth/providers/oauth';
import { z } from 'zod';
import type { OidcSettings } from '../env.ts';
import { describeFault } from '../fault.ts';
import { getRuntime } from '../runtime.ts';
import { findApplicationByHost } from '../services/applications/find-application-by-host.ts';
import { normalizeHost } from '../services/applications/host.ts';
import { authenticateIdentity } from '../services/users/authenticate-identity.ts';
import { remoteAddress } from './client-address.ts';

/** Milliseconds for each question to the provider: the first one is asked while somebody waits. */
const patience = 5_000;

const trimmed = (address: string) => address.replace(/\/$/, '');

const claims = z.object({
  iss: z.string(),
  /** At most this long, says OpenID Connect Core, section 2. */
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  email_verified: z.unknown(),
});

/** Why next-auth is not to begin a session; the word is one of its own for the sign-in page. */
type Refusal = 'AccessDenied' | 'OAuthCallback';

declare module 'next-auth' {
  interface User {
    refusal?: Refusal;
  }
}

const nobody = { id: 'nobody', userId: '', applicationId: '', sessionVersion: 0, signedInAt: 0 };
const refused = (refusal: Refusal): User => ({ ...nobody, refusal });

async function identify(profile: unknown, issuer: string, headers: Headers): Promise<User> {
  const { panel } = getRuntime();
  const { iss, sub: subject, email, email_verified: isVerified } = claims.parse(profile);
  const application = await findApplicationByHost(
    panel.db,
    normalizeHost(headers.get('host') ?? ''),
  );
  if (!application || trimmed(iss) !== trimmed(issuer)) return refused('AccessDenied');

  const session = await authenticateIdentity(panel.db, {
    applicationId: application.id,
    issuer,
    subject,
    address: remoteAddress(headers),
    verifiedEmail: isVerified === true ? email?.toLowerCase() : undefined,
  });
  return session ? { id: session.userId, ...session } : refused('AccessDenied');
}

type UserinfoRequest = Parameters<NonNullable<UserinfoEndpointHandler['request']>>[0];
type VerifiedTokens = Exclude<Parameters<UserinfoRequest['client']['userinfo']>[0], string>;

/** They come from openid-client, which has checked them; next-auth forgets that in its types. */
const verifiedTokens = (tokens: UserinfoRequest['tokens']) => tokens as VerifiedTokens;

/**
 * Sign-in with the OpenID provider of the installation, for the request with these headers. It
 * creates no users, and asks for no second factor: that is the provider's to do.
 */
export function oidcProvider(
  { issuer, clientId, clientSecret, name }: OidcSettings,
  headers: Headers,
): OAuthConfig<Profile> {
  return {
    id: 'oidc',
    name,
    type: 'oauth',
    wellKnown: `${trimmed(issuer)}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    authorization: { params: { scope: 'openid email' } },
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    httpOptions: { timeout: patience },
    /* Many providers tell the address here only. What the signed token says wins. */
    userinfo: {
      request: async ({ client, tokens }) => {
        const verified = verifiedTokens(tokens);
        const told = verified.claims();
        return told.email === undefined ? { ...(await client.userinfo(verified)), ...told } : told;
      },
    },
    /* next-auth would lose an error that is thrown here. */
    profile: (profile) =>
      identify(profile, issuer, headers).catch((error: unknown) => {
        getRuntime().log.error({ fault: describeFault(error) }, 'a sign-in failed');
        return refused('OAuthCallback');
      }),
  };
}

/** `true`, or the address that a refused sign-in ends at. */
export const mayBegin = ({ refusal }: { refusal?: Refusal }) =>
  refusal === undefined || `/sign-in?error=${refusal}`;

/** What the provider is called on the sign-in page, if there is one. */
export const oidcName = (): string | undefined => getRuntime().settings.oidc?.name;
