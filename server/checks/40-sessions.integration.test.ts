import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMember, createUser } from '#db/factories/users.ts';
import { withTestDatabase } from '#db/testing.ts';
import {
  codeOf,
  givePassword,
  giveSecondFactor,
  accountPassword as password,
  totpSecret,
} from '#server/testing/account.ts';
import { send } from '#server/testing/http-client.ts';
import { cookiesOf, openForm, sessionOf } from '#server/testing/sign-in-form.ts';
import { type Leadgate, startLeadgate } from '#server/testing/start-leadgate.ts';
import { createTenant } from '#server/testing/tenant.ts';
import { userChanges } from '#server/testing/user-changes.ts';

const base = withTestDatabase();
const host = 'own.test';

let served: Leadgate;
let applicationId: string;
let company: { id: string; slug: string };
let user: { id: string; email: string };

beforeAll(async () => {
  ({ applicationId, company } = await createTenant(base.db, { host }));
  served = await startLeadgate({ databaseUrl: base.url }).ready;
});
afterAll(() => served?.stop());

beforeEach(async () => {
  await base.sql`delete from sign_in_failures`;
  user = await createUser(base.db, { applicationId, passwordHash: 'none' });
  const membership = { applicationId, companyId: company.id, userId: user.id };
  await createMember(base.db, { ...membership, role: 'admin' });
  await givePassword(base.db, user.id);
});

const openSignIn = () => openForm('callback/credentials', { port: served.port, host });
const fieldsOf = (fields: Record<string, string>) => Object.entries(fields);
const signIn = async (fields: Record<string, string> = {}) =>
  (await openSignIn())(fieldsOf({ email: user.email, password, ...fields }));

const call = (cookie: string, path: string, body?: unknown) =>
  send(served.port, {
    method: body ? 'POST' : 'GET',
    path: `/api/trpc/${path}`,
    headers: {
      host,
      cookie,
      'x-leadgate-company': company.slug,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
const page = (cookie: string) =>
  send(served.port, { method: 'GET', path: `/${company.slug}/account`, headers: { host, cookie } });

async function failuresOfAccount(): Promise<number> {
  const [row] = await base.sql`
    select failures from sign_in_failures where subject like ${`account:%${user.email}`}`;
  return Number(row?.failures ?? 0);
}

describe('check 41: old sessions', () => {
  test.each(Object.entries(userChanges))(
    'the next request is refused after: %s',
    async (_, change) => {
      const cookie = sessionOf(await signIn()) ?? '';
      expect((await page(cookie)).status).toBe(200);
      expect((await call(cookie, 'session.get')).status).toBe(200);
      await change(base.db, user.id);

      expect((await call(cookie, 'session.get')).status).toBe(401);
      const refused = await page(cookie);
      expect(refused.status).toBe(307);
      expect(refused.headers.location).toMatch(/^\/sign-in\?callbackUrl=/);
      const path = String(refused.headers.location);
      const said = await send(served.port, { method: 'GET', path, headers: { host, cookie } });
      expect(said.text).toContain('Your session has ended.');
    },
  );

  test('a user’s own change of password renews the session that made it and ends the others', async () => {
    const [cookie = '', elsewhere = ''] = [sessionOf(await signIn()), sessionOf(await signIn())];
    const input = { password, newPassword: 'another horse battery' };
    const answer = await call(cookie, 'account.changePassword', input);
    expect(answer.status).toBe(200);
    const renewed = sessionOf(answer) ?? '';
    expect([answer.headers['set-cookie'] ?? []].flat()).toEqual([
      expect.stringMatching(
        /^leadgate\.session=[^;]+; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/,
      ),
    ]);

    for (const [session, status] of [
      [cookie, 401],
      [elsewhere, 401],
      [renewed, 200],
    ] as const) {
      expect((await call(session, 'session.get')).status).toBe(status);
    }
    expect(sessionOf(await signIn())).toBeUndefined();
    const again = sessionOf(await signIn({ password: input.newPassword })) ?? '';
    expect((await call(again, 'session.get')).status).toBe(200);
  });
});

describe('check 40: guesses of a password', () => {
  test('count one by one when sent at once, until the right password is refused too', async () => {
    const attempt = await openSignIn();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        attempt(fieldsOf({ email: user.email, password: `guess ${n}` })),
      ),
    );

    expect(answers.filter(sessionOf)).toEqual([]);
    expect(await failuresOfAccount()).toBeGreaterThanOrEqual(10);
    expect(sessionOf(await signIn())).toBeUndefined();
  });

  test('several in one request count as one, the last', async () => {
    const attempt = await openSignIn();
    const guesses = [password, 'a', 'b'].map((guess): [string, string] => ['password', guess]);
    expect(sessionOf(await attempt([['email', user.email], ...guesses]))).toBeUndefined();

    expect(await failuresOfAccount()).toBe(1);
  });

  test('in a batch of panel calls are refused and not counted', async () => {
    const cookie = sessionOf(await signIn()) ?? '';
    const guess = { password: 'wrong', newPassword: 'another horse battery' };
    for (const size of [2, 20, 100]) {
      const names = Array.from({ length: size }, () => 'account.changePassword').join(',');
      const inputs = Object.fromEntries(Array.from({ length: size }, (_, n) => [n, guess]));
      expect((await call(cookie, `${names}?batch=1`, inputs)).status).toBe(400);
    }

    expect(await failuresOfAccount()).toBe(0);
  });

  test('in single panel calls count against the sign-in too', async () => {
    const cookie = sessionOf(await signIn()) ?? '';
    const guess = { password: 'wrong', newPassword: 'another horse battery' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call(cookie, 'account.changePassword', guess)),
    );
    const statuses = answers.map(({ status }) => status).sort();

    expect(statuses).toEqual([...Array(10).fill(400), ...Array(10).fill(429)]);
    expect(await failuresOfAccount()).toBeGreaterThanOrEqual(10);
    expect(sessionOf(await signIn())).toBeUndefined();
  });

  const shown = async (fields: Record<string, string>) => {
    const answer = await signIn(fields);
    return { status: answer.status, text: answer.text, cookies: cookiesOf(answer).length };
  };

  test('get one answer, whether user, password or code refuses them', async () => {
    const { id } = await createUser(base.db, { applicationId, passwordHash: 'none' });
    await givePassword(base.db, id);
    await base.sql`update users set deactivated_at = now(), email = 'gone@x.test' where id = ${id}`;
    const wrong = await shown({ password: 'wrong' });
    const others = [
      await shown({ email: 'unknown@x.test' }),
      await shown({ email: 'gone@x.test' }),
    ];
    await giveSecondFactor(base.db, user.id);
    others.push(await shown({ code: '000000' }), await shown({ password: 'wrong', code: '1' }));

    expect(wrong).toMatchObject({
      status: 401,
      text: expect.stringContaining('CredentialsSignin'),
    });
    for (const other of others) expect(other).toEqual(wrong);
  });

  test('get another answer after too many, which is one for known and unknown users', async () => {
    const unknown = { email: 'unknown@x.test' };
    for (const email of [user.email, unknown.email]) {
      const attempts = Array.from({ length: 12 }, () => signIn({ email, password: 'wrong' }));
      await Promise.all(attempts);
    }
    await giveSecondFactor(base.db, user.id);
    const throttled = [
      await shown({}),
      await shown({ password: 'wrong' }),
      await shown({ code: codeOf(totpSecret) }),
      await shown(unknown),
    ];

    for (const answer of throttled) {
      expect(answer).toMatchObject({ status: 429, cookies: throttled[0]?.cookies });
      expect(answer.text).toMatch(/error=TooManyAttempts%3A(8[89]\d|900)"/);
    }
  });
});

test('with a second factor one request signs in; the password alone gives no session', async () => {
  await giveSecondFactor(base.db, user.id);
  const asked = await signIn();
  expect(asked.status).toBe(401);
  expect(asked.text).toContain('error=CodeRequired');
  expect(sessionOf(asked)).toBeUndefined();

  const code = codeOf(totpSecret);
  const cookie = sessionOf(await signIn({ code })) ?? '';
  expect((await call(cookie, 'session.get')).status).toBe(200);
  expect(sessionOf(await signIn({ code }))).toBeUndefined();
});

test('check 30: without the store of the limiter, sign-in is refused', async () => {
  await base.sql`alter table sign_in_failures rename to sign_in_failures_away`;
  const away = await signIn();
  await base.sql`alter table sign_in_failures_away rename to sign_in_failures`;

  expect(sessionOf(away)).toBeUndefined();
  expect(away.text).toContain('CredentialsSignin');
  const session = sessionOf(await signIn()) ?? '';
  expect((await call(session, 'session.get')).status).toBe(200);
});
