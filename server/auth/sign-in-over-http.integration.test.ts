import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMember, createUser } from '#db/factories/users.ts';
import { withTestDatabase } from '#db/testing.ts';
import { givePassword, accountPassword as password } from '#server/testing/account.ts';
import { send } from '#server/testing/http-client.ts';
import { cookiesOf, openForm, sessionOf } from '#server/testing/sign-in-form.ts';
import { cleanUp, type Leadgate, startLeadgate } from '#server/testing/start-leadgate.ts';
import { createTenant } from '#server/testing/tenant.ts';

const base = withTestDatabase();
const host = 'own.test';

/** Two processes on one database, behind a proxy that says where a request comes from. */
let here: Leadgate;
let there: Leadgate;
let applicationId: string;
let company: { id: string; slug: string };
let user: { id: string; email: string };

beforeAll(async () => {
  ({ applicationId, company } = await createTenant(base.db, { host }));
  const start = () =>
    startLeadgate({ databaseUrl: base.url, env: { TRUSTED_PROXIES: '127.0.0.0/8' } }).ready;
  [here, there] = await Promise.all([start(), start()]);
});
afterAll(cleanUp);

beforeEach(async () => {
  await base.sql`delete from sign_in_failures`;
  user = await createUser(base.db, { applicationId, passwordHash: 'none' });
  await createMember(base.db, { applicationId, companyId: company.id, userId: user.id });
  await givePassword(base.db, user.id);
});

interface Attempt {
  given?: string;
  /** Of a browser that has signed in before. */
  cookie?: string;
  from?: string;
}

async function signIn({ given = password, cookie, from = '203.0.113.1' }: Attempt = {}) {
  const headers = { 'x-forwarded-for': from, ...(cookie && { cookie }) };
  const submit = await openForm('callback/credentials', { port: here.port, host, headers });

  return submit([
    ['email', user.email],
    ['password', given],
  ]);
}

const newSession = async (attempt?: Attempt) => sessionOf(await signIn(attempt)) ?? '';
const call = (cookie: string, path: string, { port }: Leadgate, body?: object) =>
  send(port, {
    method: body ? 'POST' : 'GET',
    path: `/api/trpc/${path}`,
    headers: {
      host,
      cookie,
      'x-leadgate-company': company.slug,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
const statusOf = async (cookie: string) => [
  (await call(cookie, 'session.get', here)).status,
  (await call(cookie, 'session.get', there)).status,
];

describe('check 41, number 13', () => {
  test('signing out ends the session everywhere, copied cookies too; other sessions go on', async () => {
    const [cookie, other] = [await newSession(), await newSession()];
    expect(await statusOf(cookie)).toEqual([200, 200]);
    const submit = await openForm('signout', { port: here.port, host, headers: { cookie } });
    expect((await submit([])).status).toBe(200);

    expect(await statusOf(cookie)).toEqual([401, 401]);
    expect(await statusOf(other)).toEqual([200, 200]);
  });

  test('a session that is ended on the account page is over everywhere', async () => {
    const [cookie, lost] = [await newSession(), await newSession({ from: '198.51.100.7' })];
    const listed = await call(cookie, 'account.listSessions', here);
    const sessions: { id: string; address: string }[] = JSON.parse(listed.text).result.data;
    const id = sessions.find(({ address }) => address === '198.51.100.7')?.id;
    expect(sessions).toHaveLength(2);
    expect((await call(cookie, 'account.endSession', here, { id })).status).toBe(200);

    expect(await statusOf(lost)).toEqual([401, 401]);
    expect(await statusOf(cookie)).toEqual([200, 200]);
  });
});

describe('check 40, number 16', () => {
  const browserOf = async () =>
    cookiesOf(await signIn()).find((each) => each.includes('.browser='));
  const lockOut = async (from: string) => {
    for (let n = 0; n < 10; n += 1) await signIn({ given: `guess ${n}`, from });
  };

  test('a lock-out counts for the network it comes from: IPv4 address, IPv6 /64', async () => {
    await lockOut('2001:db8:1:2::1');

    expect((await signIn({ from: '2001:db8:1:2:ffff::9' })).status).toBe(429);
    expect((await signIn({ from: '2001:db8:1:3::1' })).status).toBe(200);
  });

  test('the browser of the user signs in although its network is locked out; a forged one does not', async () => {
    const known = await browserOf();
    expect(known).toBeDefined();
    await lockOut('203.0.113.1');
    const locked = await signIn();
    expect(locked.status).toBe(429);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(800);

    expect((await signIn({ cookie: `${known}x` })).status).toBe(429);
    expect(sessionOf(await signIn({ cookie: known ?? '' }))).toBeDefined();
  });

  test('a session cookie is no browser, and a browser no session', async () => {
    const known = (await browserOf()) ?? '';
    const session = await newSession();
    await lockOut('203.0.113.1');
    const swapped = session.replace('.session=', '.browser=');

    expect((await signIn({ cookie: swapped })).status).toBe(429);
    expect(await statusOf(known.replace('.browser=', '.session='))).toEqual([401, 401]);
  });
});
