import { beforeEach, expect, it } from 'vitest';
import { suffix } from '#db/factories/row.ts';
import { readAuditLog } from '#server/testing/audit-log.ts';
import type { HttpClient } from '#server/testing/http-client.ts';
import { failed, host, otherHost, password, withOidc } from '#server/testing/oidc.ts';

const oidc = withOidc();
const refused = 'This account may not sign in here. Ask an admin to add you.';

const isIn = (client: HttpClient) => client.cookies().includes('leadgate.session=');
const identities = () =>
  oidc.base.sql<{ user_id: string }[]>`select user_id from user_identities order by created_at`;

let user: { id: string; email: string };
beforeEach(async () => {
  user = await oidc.newPerson();
});

it('shows the provider on the sign-in page', async () => {
  const { text } = await oidc.arrive().request('/sign-in');
  expect(text).toMatch(/Continue with (<!-- -->)?single sign-on/);
});

it('binds a user by a verified address, and later identifies the subject', async () => {
  const sub = suffix();
  oidc.provider.becomes({ sub, email: user.email.toUpperCase(), email_verified: true });
  const first = oidc.arrive();
  const page = await oidc.signIn(first);
  expect(page.url.href).toBe(`${first.origin}/${oidc.slug}/funnels`);
  expect(page.status).toBe(200);
  expect(await identities()).toContainEqual({ user_id: user.id });

  oidc.provider.becomes({ sub, email: 'elsewhere@x.test', email_verified: false });
  const second = oidc.arrive();
  expect((await oidc.signIn(second)).url.pathname).toBe(`/${oidc.slug}/funnels`);
  expect(isIn(second)).toBe(true);
});

it('check 45: logs sign-ins with user and address, and binds once', async () => {
  const client = oidc.arrive();
  await oidc.signIn(client);
  await oidc.signIn(oidc.arrive());
  await oidc.base.sql`update users set deactivated_at = now() where id = ${user.id}`;
  await oidc.signIn(oidc.arrive());

  const who = { actor_id: user.id, actor_name: user.email, address: '127.0.0.1' };
  const entries = await readAuditLog(oidc.base, oidc.companyId);
  expect(entries.filter((entry) => entry.actor_id === user.id)).toMatchObject([
    { ...who, action: 'users.bindIdentity', details: { issuer: oidc.provider.issuer } },
    { ...who, action: 'session.signIn' },
    { ...who, action: 'session.signIn' },
    { ...who, action: 'session.refuse', details: { reason: 'deactivated' } },
  ]);
});

it('keeps the session cookie and removes the cookies of the sign-in', async () => {
  const client = oidc.arrive();
  await oidc.signIn(client);

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
  const client = oidc.arrive(host, { 'x-forwarded-proto': 'https' });
  const url = new URL(await oidc.press(client));
  expect(url.searchParams.get('redirect_uri')).toMatch(/^https:\/\/own\.test:/);
  expect(url.searchParams.get('code_challenge_method')).toBe('S256');
  for (const name of ['state', 'nonce', 'pkce'])
    expect(client.cookies()).toContain(`__Host-leadgate.${name}=`);
});

it.each<[string, () => Promise<unknown>]>([
  [
    'an address that is not verified',
    async () => oidc.provider.becomes({ sub: suffix(), email: user.email, email_verified: false }),
  ],
  [
    'an unknown address',
    async () => oidc.provider.becomes({ sub: suffix(), email: 'new@x.test', email_verified: true }),
  ],
  ['a deactivated user', () => oidc.newPerson({ deactivatedAt: new Date() })],
])('refuses %s and creates no user', async (_, prepare) => {
  await prepare();
  const before = await oidc.base.sql`select id from users order by id`;
  const client = oidc.arrive();
  const page = await oidc.signIn(client);

  expect(page.url.pathname).toBe('/sign-in');
  expect(page.text).toContain(refused);
  expect(isIn(client)).toBe(false);
  expect(await oidc.base.sql`select id from users order by id`).toEqual(before);
});

it('refuses a bound user who was deactivated later', async () => {
  await oidc.signIn(oidc.arrive());
  await oidc.base.sql`update users set deactivated_at = now() where id = ${user.id}`;
  expect((await oidc.signIn(oidc.arrive())).text).toContain(refused);
});

it('refuses another state, and a browser that did not start the sign-in', async () => {
  const client = oidc.arrive();
  const url = new URL(await oidc.callbackOf(client));
  url.searchParams.set('state', 'another');
  expect((await client.follow(url.href)).text).toContain(failed);
  expect(isIn(client)).toBe(false);

  const victim = oidc.arrive();
  expect((await victim.follow(await oidc.callbackOf(oidc.arrive()))).text).toContain(failed);
  expect(isIn(victim)).toBe(false);
});

it('refuses a used code', async () => {
  const client = oidc.arrive();
  const url = await oidc.callbackOf(client);
  const cookie = client.cookies();
  await client.follow(url);
  expect(isIn(client)).toBe(true);

  const thief = oidc.arrive(host, { cookie });
  expect((await thief.request(url)).headers.location).toContain('error=OAuthCallback');
  expect(isIn(thief)).toBe(false);
});

it('refuses a code of another host, with all its cookies', async () => {
  const client = oidc.arrive();
  const url = new URL(await oidc.callbackOf(client));
  const thief = oidc.arrive(otherHost, { cookie: client.cookies() });

  const { headers } = await thief.request(`${url.pathname}${url.search}`);
  expect(headers.location).toContain('error=OAuthCallback');
  expect(isIn(thief)).toBe(false);
});

it('refuses a user of another application', async () => {
  const client = oidc.arrive(otherHost);
  expect((await oidc.signIn(client, '/')).text).toContain(refused);
  expect(isIn(client)).toBe(false);

  await oidc.signIn(oidc.arrive());
  expect((await oidc.signIn(oidc.arrive(otherHost), '/')).text).toContain(refused);
});

it.each(['//evil.example', 'https://evil.example/', '/\\evil.example'])(
  'callbackUrl=%s stays on this origin',
  async (callbackUrl) => {
    const client = oidc.arrive();
    const { headers } = await client.request(await oidc.callbackOf(client, callbackUrl));
    expect(new URL(String(headers.location), client.origin).origin).toBe(client.origin);
    expect(isIn(client)).toBe(true);
  },
);

it('returns to the sign-in page when the user cancels at the provider', async () => {
  const client = oidc.arrive();
  await oidc.press(client);
  const page = await client.follow('/api/auth/callback/oidc?error=access_denied&state=x');
  expect(page.url.pathname).toBe('/sign-in');
  expect(page.text).toContain(failed);
});

it('does not start without the CSRF token', async () => {
  const client = oidc.arrive();
  const form = { callbackUrl: '/', json: 'true' };
  const { json } = await client.request('/api/auth/signin/oidc', { form });
  expect(JSON.stringify(json)).not.toContain(oidc.provider.issuer);
});

it('shows one message when the provider is down; passwords still work', async () => {
  await oidc.provider.stop();
  const client = oidc.arrive();
  const page = await client.follow(await oidc.press(client));
  expect(page.url.pathname).toBe('/sign-in');
  expect(page.text).toContain(failed);

  await client.signIn({ email: user.email, password });
  expect(isIn(client)).toBe(true);
});
