import NextAuth from 'next-auth';
import { decode } from 'next-auth/jwt';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApplication, createCompany, createHost } from '#db/factories/applications.ts';
import { createMember, createUser } from '#db/factories/users.ts';
import { withTestDatabase } from '#db/testing.ts';
import { readAuditLog } from '#server/testing/audit-log.ts';
import { readSettings } from '../env.ts';
import { type Runtime, startRuntime } from '../runtime.ts';
import { hashPassword } from '../services/users/password.ts';
import { authOptions } from './auth-options.ts';
import { checkSession, sessionOf } from './read-session.ts';

const base = withTestDatabase();
const host = 'own.test';
const password = 'correct horse battery';
const secret = 'x'.repeat(32);

let runtime: Runtime;
let user: { id: string; applicationId: string; email: string };

const settings = (url: string) =>
  readSettings({
    DATABASE_URL: url,
    AUTH_SECRET: secret,
    KEY_PEPPER: secret,
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
  });

const start = (url: string) => startRuntime(settings(url), { url, directUrl: url });

beforeAll(async () => {
  const { id: applicationId } = await createApplication(base.db);
  await createHost(base.db, { host, applicationId });
  await createHost(base.db, {
    host: 'other.test',
    applicationId: (await createApplication(base.db)).id,
  });
  user = await createUser(base.db, { applicationId, passwordHash: await hashPassword(password) });
  runtime = start(base.url);
});

afterAll(() => runtime.close());

interface Answer {
  status: number;
  cookies: string[];
  location: string | undefined;
  body: unknown;
}

/** Sends one request to next-auth, without Next. */
async function request(
  nextauth: string[],
  sent: {
    method: string;
    body?: Record<string, string>;
    cookie?: string;
    proto?: string;
    at?: string;
  },
): Promise<Answer> {
  const { method, body, cookie = '', proto = 'http', at = host } = sent;
  const headers = {
    host: at,
    cookie,
    'x-forwarded-proto': proto,
    'x-forwarded-for': '203.0.113.1',
  };
  const cookies = Object.fromEntries(
    cookie.split('; ').map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return [name, decodeURIComponent(value)];
    }),
  );
  const answer: Answer = { status: 200, cookies: [], location: undefined, body: undefined };
  const response = {
    status: (code: number) => {
      answer.status = code;
      return response;
    },
    getHeader: () => answer.cookies,
    setHeader: (name: string, value: string | string[]) => {
      if (name === 'Set-Cookie') answer.cookies = [value].flat();
      if (name === 'Location') answer.location = String(value);
      return response;
    },
    end: () => {},
    json: (value: unknown) => Object.assign(answer, { body: value }),
    send: (value: unknown) => Object.assign(answer, { body: value }),
  };
  const handler: (request: object, response: object) => Promise<unknown> = NextAuth(
    authOptions(new Headers(headers), {}),
  );
  await handler({ method, headers, cookies, query: { nextauth }, body }, response);
  return answer;
}

const pairs = (cookies: readonly string[]) =>
  cookies.map((cookie) => cookie.split(';')[0]).join('; ');

async function signIn(
  overrides: Record<string, string> = {},
  sent: { proto?: string; at?: string } = {},
) {
  const csrf = await request(['csrf'], { method: 'GET', ...sent });
  const csrfToken = String(Reflect.get(Object(csrf.body), 'csrfToken'));
  const body = { email: user.email, password, csrfToken, ...overrides };

  return request(['callback', 'credentials'], {
    method: 'POST',
    body,
    cookie: pairs(csrf.cookies),
    ...sent,
  });
}

const sessionCookie = ({ cookies }: Answer) =>
  cookies.find((cookie) => cookie.includes('leadgate.session='));

test('the cookie names session, user and application only', async () => {
  const answer = await signIn({ email: ` ${user.email.toUpperCase()} ` });
  const cookie = sessionCookie(answer);

  expect(cookie).toMatch(
    /^leadgate\.session=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
  );
  const token = await decode({ token: cookie?.split(/[=;]/)[1] ?? '', secret });
  expect(token).toEqual({
    sessionId: expect.any(String),
    userId: user.id,
    applicationId: user.applicationId,
    iat: expect.any(Number),
    exp: expect.any(Number),
    jti: expect.any(String),
  });
});

test('on https, cookies are Secure and use the __Host- prefix', async () => {
  const answer = await signIn({}, { proto: 'https' });

  expect(answer.cookies.length).toBeGreaterThan(1);
  for (const cookie of answer.cookies) expect(cookie).toMatch(/^__Host-leadgate\..*Secure/);
});

test('a session is valid only on hosts of its application', async () => {
  const cookie = pairs((await signIn()).cookies);
  const headersAt = (where: string) => new Headers({ host: where, cookie });
  const session = await sessionOf(secret, headersAt(host));
  if (!session) throw new Error('The sign-in gave no session');
  const isLive = (where: string) => checkSession(base.db, session, headersAt(where));

  expect(session).toMatchObject({ userId: user.id, applicationId: user.applicationId });
  expect(await isLive('OWN.test.:3000')).toBe(true);
  expect(await isLive('other.test')).toBe(false);
  expect(await isLive('unknown.test')).toBe(false);
  expect(await sessionOf('y'.repeat(32), headersAt(host))).toBeUndefined();
});

test('all failures get the same answer', async () => {
  const wrong = await signIn({ password: 'wrong' });
  const others = [
    await signIn({ email: 'unknown@x.test' }),
    await signIn({ email: 'not an address' }),
    await signIn({ password: '' }),
    await signIn({ password: 'x'.repeat(300) }),
  ];

  expect(wrong).toMatchObject({
    status: 302,
    location: expect.stringContaining('error=CredentialsSignin'),
  });
  for (const other of others) {
    expect(other.location).toBe(wrong.location);
    expect(sessionCookie(other)).toBeUndefined();
  }
  const elsewhere = await signIn({}, { at: 'other.test' });
  expect(elsewhere.location).toContain('error=CredentialsSignin');
});

test('without the database, sign-in fails and reveals nothing', async () => {
  const away = start('postgres://reader:hidden@127.0.0.1:1/x');
  const answer = await signIn();
  await away.close();
  runtime = start(base.url);

  expect(answer.location).toContain('error=CredentialsSignin');
  expect(JSON.stringify(answer)).not.toMatch(/hidden|ECONN|select|insert/);
});

test.each([
  ['/acme/funnels', `http://${host}/acme/funnels`],
  ['//evil.example', `http://${host}/`],
  ['/.//evil.example', `http://${host}/`],
  ['https://evil.example', `http://${host}/`],
])('callbackUrl=%s leads to %s', async (callbackUrl, target) => {
  expect((await signIn({ callbackUrl })).location).toBe(target);
});

test('without the CSRF token no session begins', async () => {
  const answer = await request(['callback', 'credentials'], {
    method: 'POST',
    body: { email: user.email, password },
  });
  expect(sessionCookie(answer)).toBeUndefined();
});

test('check 45: logs sign-in and sign-out in each company, with the address', async () => {
  const { id: userId, applicationId, email } = user;
  const companies = [
    await createCompany(base.db, { applicationId }),
    await createCompany(base.db, { applicationId }),
  ];
  for (const { id: companyId } of companies) {
    await createMember(base.db, { applicationId, companyId, userId });
  }
  const cookie = pairs((await signIn()).cookies);
  await signIn({ password: 'wrong' });
  const csrf = await request(['csrf'], { method: 'GET', cookie });
  const csrfToken = String(Reflect.get(Object(csrf.body), 'csrfToken'));
  const both = `${cookie}; ${pairs(csrf.cookies)}`;
  await request(['signout'], { method: 'POST', body: { csrfToken }, cookie: both });

  const who = { actor_id: userId, actor_name: email, address: '203.0.113.1', subject_id: null };
  for (const { id } of companies) {
    expect(await readAuditLog(base, id)).toMatchObject([
      { ...who, action: 'session.signIn', details: null },
      { ...who, action: 'session.refuse', details: { reason: 'wrong password' } },
      { ...who, action: 'session.signOut', details: null },
    ]);
  }
});

test('check 45: logs an unknown user in the server log, without the email address', async () => {
  const warn = vi.spyOn(runtime.log, 'warn');
  await signIn({ email: 'unknown@x.test' });

  expect(warn.mock.calls).toEqual([[{ address: '203.0.113.1' }, 'sign-in of an unknown user']]);
  warn.mockRestore();
});

test('check 45: begins no session when its audit entry cannot be stored', async () => {
  await base.sql`alter table audit_log rename to audit_log_elsewhere`;
  const answer = await signIn();
  await base.sql`alter table audit_log_elsewhere rename to audit_log`;

  expect(sessionCookie(answer)).toBeUndefined();
  expect(answer.location).toContain('error=CredentialsSignin');
});
