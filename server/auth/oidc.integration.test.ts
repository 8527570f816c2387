import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { suffix } from '#db/factories/row.ts';
import { createMember, createUser } from '#db/factories/users.ts';
import { withTestDatabase } from '#db/testing.ts';
import { readAuditLog } from '#server/testing/audit-log.ts';
import { HttpClient } from '#server/testing/http-client.ts';
import { type OpenIdProvider, startOpenIdProvider } from '#server/testing/open-id-provider.ts';
import {
  isFull,
  type Leadgate,
  type Program,
  startLeadgate,
} from '#server/testing/start-leadgate.ts';
import { createTenant } from '#server/testing/tenant.ts';
import { hashPassword } from '../services/users/password.ts';

const base = withTestDatabase();
const host = 'own.test';
const otherHost = 'other.test';
const password = 'correct horse battery';
const passwordHash = hashPassword(password);
const refused = 'This account may not sign in here. Ask an admin to add you.';
const failed = 'did not work. Try again, or use your password.';

let slug: string;
let companyId: string;
let applicationId: string;
let provider: OpenIdProvider;
let server: Leadgate;
let user: { id: string; email: string };

beforeAll(async () => {
  const tenant = await createTenant(base.db, { host });
  ({ applicationId, companyId } = tenant);
  slug = tenant.company.slug;
  await createTenant(base.db, { host: otherHost });
});

/** A user of this application with an identity of their own at the provider. */
async function newPerson(overrides: { deactivatedAt?: Date } = {}) {
  const made = await createUser(base.db, {
    applicationId,
    passwordHash: await passwordHash,
    ...overrides,
  });
  await createMember(base.db, { applicationId, companyId, userId: made.id });
  provider.becomes({ sub: suffix(), email: made.email, email_verified: true });

  return made;
}

async function open(
  program: Program,
  setup?: Parameters<typeof startOpenIdProvider>[0],
): Promise<void> {
  provider = await startOpenIdProvider(setup);
  server = await startLeadgate({
    program,
    databaseUrl: base.url,
    env: { ...provider.env, TRUSTED_PROXIES: '127.0.0.1' },
  }).ready;
  const hosts = [host, otherHost].map((each) => `${each}:${server.port}`);
  provider.serve(['http', 'https'].flatMap((scheme) => hosts.map((each) => `${scheme}://${each}`)));
}

const arrive = (at = host, headers = {}) => new HttpClient(`http://${at}:${server.port}`, headers);

/** Presses the button of the sign-in page. Returns the URL of the provider. */
async function press(client: HttpClient, callbackUrl = `/${slug}/funnels`): Promise<string> {
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

const isIn = (client: HttpClient) => client.cookies().includes('leadgate.session=');
const identities = () =>
  base.sql<{ user_id: string }[]>`select user_id from user_identities order by created_at`;

describe('with a provider', () => {
  beforeAll(() => open('server/main.ts'));
  afterAll(async () => {
    await Promise.all([server?.stop(), provider?.stop()]);
  });
  beforeEach(async () => {
    user = await newPerson();
  });

  it('shows the provider on the sign-in page', async () => {
    const { text } = await arrive().request('/sign-in');
    expect(text).toMatch(/Continue with (<!-- -->)?single sign-on/);
  });

  it('binds a user by a verified address, and later identifies the subject', async () => {
    const sub = suffix();
    provider.becomes({ sub, email: user.email.toUpperCase(), email_verified: true });
    const first = arrive();
    const page = await signIn(first);
    expect(page.url.href).toBe(`${first.origin}/${slug}/funnels`);
    expect(page.status).toBe(200);
    expect(await identities()).toContainEqual({ user_id: user.id });

    provider.becomes({ sub, email: 'elsewhere@x.test', email_verified: false });
    const second = arrive();
    expect((await signIn(second)).url.pathname).toBe(`/${slug}/funnels`);
    expect(isIn(second)).toBe(true);
  });

  it('check 45: logs sign-ins with user and address, and binds once', async () => {
    const client = arrive();
    await signIn(client);
    await signIn(arrive());
    await base.sql`update users set deactivated_at = now() where id = ${user.id}`;
    await signIn(arrive());

    const who = { actor_id: user.id, actor_name: user.email, address: '127.0.0.1' };
    const entries = await readAuditLog(base, companyId);
    expect(entries.filter((entry) => entry.actor_id === user.id)).toMatchObject([
      { ...who, action: 'users.bindIdentity', details: { issuer: provider.issuer } },
      { ...who, action: 'session.signIn' },
      { ...who, action: 'session.signIn' },
      { ...who, action: 'session.refuse', details: { reason: 'deactivated' } },
    ]);
  });

  it('keeps the session cookie and removes the cookies of the sign-in', async () => {
    const client = arrive();
    await signIn(client);

    const names = client
      .cookies()
      .split('; ')
      .map((pair) => pair.split('=')[0]);
    expect(names.sort()).toEqual([
      'leadgate.browser',
      'leadgate.callback-url',
      'leadgate.csrf',
      'leadgate.session',
    ]);
    for (const line of client.cookieLines.filter((each) => !each.startsWith('_')))
      expect(line).toMatch(/^leadgate\.[\w-]+=.*; Path=\/;.*HttpOnly; SameSite=Lax$/);
  });

  it('on https, its cookies use the __Host- prefix', async () => {
    const client = arrive(host, { 'x-forwarded-proto': 'https' });
    const url = new URL(await press(client));
    expect(url.searchParams.get('redirect_uri')).toMatch(/^https:\/\/own\.test:/);
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'pkce'])
      expect(client.cookies()).toContain(`__Host-leadgate.${name}=`);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'an address that is not verified',
      async () => provider.becomes({ sub: suffix(), email: user.email, email_verified: false }),
    ],
    [
      'an unknown address',
      async () => provider.becomes({ sub: suffix(), email: 'new@x.test', email_verified: true }),
    ],
    ['a deactivated user', () => newPerson({ deactivatedAt: new Date() })],
  ])('refuses %s and creates no user', async (_, prepare) => {
    await prepare();
    const before = await base.sql`select id from users order by id`;
    const client = arrive();
    const page = await signIn(client);

    expect(page.url.pathname).toBe('/sign-in');
    expect(page.text).toContain(refused);
    expect(isIn(client)).toBe(false);
    expect(await base.sql`select id from users order by id`).toEqual(before);
  });

  it('refuses a bound user who was deactivated later', async () => {
    await signIn(arrive());
    await base.sql`update users set deactivated_at = now() where id = ${user.id}`;
    expect((await signIn(arrive())).text).toContain(refused);
  });

  it('refuses another state, and a browser that did not start the sign-in', async () => {
    const client = arrive();
    const url = new URL(await callbackOf(client));
    url.searchParams.set('state', 'another');
    expect((await client.follow(url.href)).text).toContain(failed);
    expect(isIn(client)).toBe(false);

    const victim = arrive();
    expect((await victim.follow(await callbackOf(arrive()))).text).toContain(failed);
    expect(isIn(victim)).toBe(false);
  });

  it('refuses a used code', async () => {
    const client = arrive();
    const url = await callbackOf(client);
    const cookie = client.cookies();
    await client.follow(url);
    expect(isIn(client)).toBe(true);

    const thief = arrive(host, { cookie });
    expect((await thief.request(url)).headers.location).toContain('error=OAuthCallback');
    expect(isIn(thief)).toBe(false);
  });

  it('refuses a code of another host, with all its cookies', async () => {
    const client = arrive();
    const url = new URL(await callbackOf(client));
    const thief = arrive(otherHost, { cookie: client.cookies() });

    const { headers } = await thief.request(`${url.pathname}${url.search}`);
    expect(headers.location).toContain('error=OAuthCallback');
    expect(isIn(thief)).toBe(false);
  });

  it('refuses a user of another application', async () => {
    const client = arrive(otherHost);
    expect((await signIn(client, '/')).text).toContain(refused);
    expect(isIn(client)).toBe(false);

    await signIn(arrive());
    expect((await signIn(arrive(otherHost), '/')).text).toContain(refused);
  });

  it.each(['//evil.example', 'https://evil.example/', '/\\evil.example'])(
    'callbackUrl=%s stays on this origin',
    async (callbackUrl) => {
      const client = arrive();
      const { headers } = await client.request(await callbackOf(client, callbackUrl));
      expect(new URL(String(headers.location), client.origin).origin).toBe(client.origin);
      expect(isIn(client)).toBe(true);
    },
  );

  it('returns to the sign-in page when the user cancels at the provider', async () => {
    const client = arrive();
    await press(client);
    const page = await client.follow('/api/auth/callback/oidc?error=access_denied&state=x');
    expect(page.url.pathname).toBe('/sign-in');
    expect(page.text).toContain(failed);
  });

  it('does not start without the CSRF token', async () => {
    const client = arrive();
    const form = { callbackUrl: '/', json: 'true' };
    const { json } = await client.request('/api/auth/signin/oidc', { form });
    expect(JSON.stringify(json)).not.toContain(provider.issuer);
  });

  it('shows one message when the provider is down; passwords still work', async () => {
    await provider.stop();
    const client = arrive();
    const page = await client.follow(await press(client));
    expect(page.url.pathname).toBe('/sign-in');
    expect(page.text).toContain(failed);

    await client.signIn({ email: user.email, password });
    expect(isIn(client)).toBe(true);
  });
});

/* One waits for a time-out, the other is a second way to serve. */
if (isFull) {
  describe('with a provider that never answers', () => {
    beforeAll(async () => {
      provider = await startOpenIdProvider();
      server = await startLeadgate({ databaseUrl: base.url, env: provider.env }).ready;
    });
    afterAll(async () => {
      await Promise.all([server?.stop(), provider?.stop()]);
    });

    it('shows one message after the time-out', async () => {
      const client = arrive();
      expect((await client.follow(await press(client))).text).toContain(failed);
    });
  });

  describe('behind next start, with the address in the token', () => {
    beforeAll(() => open('next start', { emailInToken: true }));
    afterAll(async () => {
      await Promise.all([server?.stop(), provider?.stop()]);
    });

    it('signs in an existing user', async () => {
      user = await newPerson();
      const client = arrive();
      expect((await signIn(client)).url.pathname).toBe(`/${slug}/funnels`);
      expect(isIn(client)).toBe(true);
    });
  });
}
