import { afterAll, beforeAll } from 'vitest';
import { suffix } from '#db/factories/row.ts';
import { createMember, createUser } from '#db/factories/users.ts';
import { withTestDatabase } from '#db/testing.ts';
import { hashPassword } from '../services/users/password.ts';
import { HttpClient } from './http-client.ts';
import { type OpenIdProvider, startOpenIdProvider } from './open-id-provider.ts';
import { type Leadgate, type Program, startLeadgate } from './start-leadgate.ts';
import { createTenant } from './tenant.ts';

export const host = 'own.test';
export const otherHost = 'other.test';
export const password = 'correct horse battery';
const passwordHash = hashPassword(password);

/** What the sign-in page says when the provider fails. */
export const failed = 'did not work. Try again, or use your password.';

interface Options {
  program?: Program;
  /** The provider never answers. */
  isSilent?: boolean;
  emailInToken?: boolean;
}

/** The product with two hosts and an OpenID provider, for the tests of a file or a block. */
export function withOidc({ program, isSilent = false, emailInToken }: Options = {}) {
  const base = withTestDatabase();
  let provider: OpenIdProvider;
  let server: Leadgate;
  let tenant: Awaited<ReturnType<typeof createTenant>>;

  beforeAll(async () => {
    tenant = await createTenant(base.db, { host });
    await createTenant(base.db, { host: otherHost });
    provider = await startOpenIdProvider({ emailInToken });
    server = await startLeadgate({
      program,
      databaseUrl: base.url,
      env: { ...provider.env, TRUSTED_PROXIES: '127.0.0.1' },
    }).ready;
    if (isSilent) return;
    const hosts = [host, otherHost].map((each) => `${each}:${server.port}`);
    provider.serve(
      ['http', 'https'].flatMap((scheme) => hosts.map((each) => `${scheme}://${each}`)),
    );
  });
  afterAll(async () => {
    await Promise.all([server?.stop(), provider?.stop()]);
  });

  const slug = () => tenant.company.slug;
  const arrive = (at = host, headers = {}) =>
    new HttpClient(`http://${at}:${server.port}`, headers);

  /** A user of this application with an identity of their own at the provider. */
  async function newPerson(overrides: { deactivatedAt?: Date } = {}) {
    const { applicationId, companyId } = tenant;
    const made = await createUser(base.db, {
      applicationId,
      passwordHash: await passwordHash,
      ...overrides,
    });
    await createMember(base.db, { applicationId, companyId, userId: made.id });
    provider.becomes({ sub: suffix(), email: made.email, email_verified: true });

    return made;
  }

  /** Presses the button of the sign-in page. Returns the URL of the provider. */
  async function press(client: HttpClient, callbackUrl = `/${slug()}/funnels`): Promise<string> {
    const form = { csrfToken: await client.csrfToken(), callbackUrl, json: 'true' };
    const { json } = await client.request('/api/auth/signin/oidc', { form });
    return String(Reflect.get(Object(json), 'url'));
  }

  /** Signs in at the provider. Returns the callback URL. */
  async function callbackOf(client: HttpClient, callbackUrl?: string): Promise<string> {
    let url = await press(client, callbackUrl);
    while (url.startsWith(provider.issuer)) {
      const { headers } = await client.request(url);
      url = new URL(String(headers.location), url).href;
    }
    return url;
  }

  const signIn = async (client: HttpClient, callbackUrl?: string) =>
    client.follow(await callbackOf(client, callbackUrl));

  return {
    base,
    get provider() {
      return provider;
    },
    get companyId() {
      return tenant.companyId;
    },
    get slug() {
      return slug();
    },
    newPerson,
    arrive,
    press,
    callbackOf,
    signIn,
  };
}
