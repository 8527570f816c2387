import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Provider from 'oidc-provider';

interface Person {
  sub: string;
  email: string;
  email_verified: boolean;
}

const client = { client_id: 'leadgate', client_secret: 'a secret of the test, long enough' };
const key = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;

interface Setup {
  /** Puts the address into the token too, as many do, and not only where it can be asked for. */
  emailInToken?: boolean;
}

/**
 * A real OpenID provider on a port of its own. Every visitor is signed in as the person of the
 * moment, without a question.
 */
export async function startOpenIdProvider({ emailInToken = false }: Setup = {}) {
  let person: Person = { sub: 'nobody', email: 'nobody@x.test', email_verified: false };
  const people = new Map<string, Person>();
  let provider: Provider | undefined;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!provider) return;
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response);

    people.set(person.sub, person);
    const result = { login: { accountId: person.sub } };
    await provider.interactionFinished(request, response, result);
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;

  return {
    issuer,
    /** For the process that is to use it. */
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.client_id,
      OIDC_CLIENT_SECRET: client.client_secret,
    },
    /** Until it knows where to send people back to, it takes questions and never answers. */
    serve(origins: readonly string[]): void {
      provider = new Provider(issuer, {
        clients: [
          {
            ...client,
            redirect_uris: origins.map((origin) => `${origin}/api/auth/callback/oidc`),
          },
        ],
        jwks: { keys: [{ ...key.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
        ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
        cookies: { keys: ['a key of the test'] },
        claims: { openid: ['sub'], email: ['email', 'email_verified'] },
        conformIdTokenClaims: !emailInToken,
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_, { uid }) => `/interaction/${uid}` },
        findAccount: (_, sub) => ({
          accountId: sub,
          claims: () => ({ ...people.get(sub), sub }),
        }),
        loadExistingGrant: async ({ oidc }) => {
          const grant = new oidc.provider.Grant({
            clientId: client.client_id,
            accountId: person.sub,
          });
          grant.addOIDCScope('openid email');
          await grant.save();
          return grant;
        },
      });
    },
    /** Who signs in from now on. */
    becomes(next: Person): void {
      person = next;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>;
