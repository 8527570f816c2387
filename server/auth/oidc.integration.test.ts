import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApplication, createCompany, createHost } from '#db/factories/applications.ts';
import { suffix } from '#db/factories/row.ts';
import { createMember, createUser } from '#db/factories/users.ts';
import { withTestDatabase } from '#db/testing.ts';
import { readAuditLog } from '#server/testing/audit-log.ts';
import { type OpenIdProvider, startOpenIdProvider } from '#server/testing/open-id-provider.ts';
import { type Leadgate, type Program, startLeadgate } from '#server/testing/start-leadgate.ts';
import { Visitor } from '#server/testing/visitor.ts';
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
let otherApplicationId: string;
let provider: OpenIdProvider;
let server: Leadgate;
let user: { id: string; email: string };

beforeAll(async () => {
  applicationId = (await createApplication(base.db)).id;
  otherApplicationId = (await createApplication(base.db)).id;
  await createHost(base.db, { host, applicationId });
  await createHost(base.db, { host: otherHost, applicationId: otherApplicationId });
  ({ slug, id: companyId } = await createCompany(base.db, { applicationId }));
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

const arrive = (at = host, headers = {}) => new Visitor(`http://${at}:${server.port}`, headers);

/** Presses the button of the sign-in page. Returns the URL of the provider. */
async function press(visitor: Visitor, callbackUrl = `/${slug}/funnels`): Promise<string> {
  const form = { csrfToken: await visitor.csrfToken(), callbackUrl, json: 'true' };
  const { json } = await visitor.visit('/api/auth/signin/oidc', { form });
  return String(Reflect.get(Object(json), 'url'));
}

/** Signs in at the provider. Returns the callback URL. */
async function callbackOf(visitor: Visitor, callbackUrl?: string): Promise<string> {
  let url = await press(visitor, callbackUrl);
  while (url.startsWith(provider.issuer)) {
    const { headers } = await visitor.visit(url);
    url = new URL(String(headers.location), url).href;
  }
  return url;
}

const signIn = async (visitor: Visitor, callbackUrl?: string) =>
  visitor.follow(await callbackOf(visitor, callbackUrl));

const isIn = (visitor: Visitor) => visitor.cookies().includes('leadgate.session=');
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
    const { text } = await arrive().visit('/sign-in');
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
    const visitor = arrive();
    await signIn(visitor);
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
    const visitor = arrive();
    await signIn(visitor);

    const names = visitor
      .cookies()
      .split('; ')
      .map((pair) => pair.split('=')[0]);
    expect(names.sort()).toEqual(['leadgate.callback-url', 'leadgate.csrf', 'leadgate.session']);
    for (const line of visitor.cookieLines.filter((each) => !each.startsWith('_')))
      expect(line).toMatch(/^leadgate\.[\w-]+=.*; Path=\/;.*HttpOnly; SameSite=Lax$/);
  });

  it('on https, its cookies use the __Host- prefix', async () => {
    const visitor = arrive(host, { 'x-forwarded-proto': 'https' });
    const url = new URL(await press(visitor));
    expect(url.searchParams.get('redirect_uri')).toMatch(/^https:\/\/own\.test:/);
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'pkce'])
      expect(visitor.cookies()).toContain(`__Host-leadgate.${name}=`);
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
    const visitor = arrive();
    const page = await signIn(visitor);

    expect(page.url.pathname).toBe('/sign-in');
    expect(page.text).toContain(refused);
    expect(isIn(visitor)).toBe(false);
    expect(await base.sql`select id from users order by id`).toEqual(before);
  });

  it('refuses a bound user who was deactivated later', async () => {
    await signIn(arrive());
    await base.sql`update users set deactivated_at = now() where id = ${user.id}`;
    expect((await signIn(arrive())).text).toContain(refused);
  });

  it('refuses another state, and a browser that did not start the sign-in', async () => {
    const visitor = arrive();
    const url = new URL(await callbackOf(visitor));
    url.searchParams.set('state', 'another');
    expect((await visitor.follow(url.href)).text).toContain(failed);
    expect(isIn(visitor)).toBe(false);

    const victim = arrive();
    expect((await victim.follow(await callbackOf(arrive()))).text).toContain(failed);
    expect(isIn(victim)).toBe(false);
  });

  it('refuses a used code', async () => {
    const visitor = arrive();
    const url = await callbackOf(visitor);
    const cookie = visitor.cookies();
    await visitor.follow(url);
    expect(isIn(visitor)).toBe(true);

    const thief = arrive(host, { cookie });
    expect((await thief.visit(url)).headers.location).toContain('error=OAuthCallback');
    expect(isIn(thief)).toBe(false);
  });

  it('refuses a code of another host, with all its cookies', async () => {
    const visitor = arrive();
    const url = new URL(await callbackOf(visitor));
    const thief = arrive(otherHost, { cookie: visitor.cookies() });

    const { headers } = await thief.visit(`${url.pathname}${url.search}`);
    expect(headers.location).toContain('error=OAuthCallback');
    expect(isIn(thief)).toBe(false);
  });

  it('refuses a user of another application', async () => {
    const visitor = arrive(otherHost);
    expect((await signIn(visitor, '/')).text).toContain(refused);
    expect(isIn(visitor)).toBe(false);

    await signIn(arrive());
    expect((await signIn(arrive(otherHost), '/')).text).toContain(refused);
  });

  it.each(['//evil.example', 'https://evil.example/', '/\\evil.example'])(
    'callbackUrl=%s stays on this origin',
    async (callbackUrl) => {
      const visitor = arrive();
      const { headers } = await visitor.visit(await callbackOf(visitor, callbackUrl));
      expect(new URL(String(headers.location), visitor.origin).origin).toBe(visitor.origin);
      expect(isIn(visitor)).toBe(true);
    },
  );

  it('returns to the sign-in page when the user cancels at the provider', async () => {
    const visitor = arrive();
    await press(visitor);
    const page = await visitor.follow('/api/auth/callback/oidc?error=access_denied&state=x');
    expect(page.url.pathname).toBe('/sign-in');
    expect(page.text).toContain(failed);
  });

  it('does not start without the CSRF token', async () => {
    const visitor = arrive();
    const form = { callbackUrl: '/', json: 'true' };
    const { json } = await visitor.visit('/api/auth/signin/oidc', { form });
    expect(JSON.stringify(json)).not.toContain(provider.issuer);
  });

  it('shows one message when the provider is down; passwords still work', async () => {
    await provider.stop();
    const visitor = arrive();
    const page = await visitor.follow(await press(visitor));
    expect(page.url.pathname).toBe('/sign-in');
    expect(page.text).toContain(failed);

    await visitor.signIn({ email: user.email, password });
    expect(isIn(visitor)).toBe(true);
  });
});

describe('with a provider that never answers', () => {
  beforeAll(async () => {
    provider = await startOpenIdProvider();
    server = await startLeadgate({ databaseUrl: base.url, env: provider.env }).ready;
  });
  afterAll(async () => {
    await Promise.all([server?.stop(), provider?.stop()]);
  });

  it('shows one message after the time-out', async () => {
    const visitor = arrive();
    expect((await visitor.follow(await press(visitor))).text).toContain(failed);
  });
});

describe('behind next start, with the address in the token', () => {
  beforeAll(() => open('next start', { emailInToken: true }));
  afterAll(async () => {
    await Promise.all([server?.stop(), provider?.stop()]);
  });

  it('signs in an existing user', async () => {
    user = await newPerson();
    const visitor = arrive();
    expect((await signIn(visitor)).url.pathname).toBe(`/${slug}/funnels`);
    expect(isIn(visitor)).toBe(true);
  });
});
