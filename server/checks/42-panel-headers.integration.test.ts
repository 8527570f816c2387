import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMember, createUser } from '#db/factories/users.ts';
import { withTestDatabase } from '#db/testing.ts';
import { hashPassword } from '#server/services/users/password.ts';
import { type Answer, HttpClient, send } from '#server/testing/http-client.ts';
import { sessionHeaders } from '#server/testing/session-headers.ts';
import { type Leadgate, programNames, startLeadgate } from '#server/testing/start-leadgate.ts';
import { createFullTenant, type FullTenant } from '#server/testing/tenant.ts';

const base = withTestDatabase();
const host = 'panel.test';
const password = 'correct horse battery';
const elsewhere = [
  '//evil.example',
  'https://evil.example/',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
];

let tenant: FullTenant;
let email: string;

beforeAll(async () => {
  tenant = await createFullTenant(base.db, { host });
  const passwordHash = await hashPassword(password);
  const { applicationId, companyId } = tenant;
  const user = await createUser(base.db, { applicationId, passwordHash });
  await createMember(base.db, { applicationId, companyId, userId: user.id });
  email = user.email;
});

const policyOf = (answer: Answer) => String(answer.headers['content-security-policy']);
const nonceOf = (answer: Answer) => /'nonce-([^']+)'/.exec(policyOf(answer))?.[1] ?? '';
/** Inline scripts, styles and handlers of a page, which its policy must allow. */
const inlineCode = ({ text }: Answer) =>
  text.match(/<script(?![^>]* src=)[^>]*>|<style[^>]*>|<[^>]+ (?:style|on\w+)="[^>]*>/g) ?? [];

const secured = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

describe.each(programNames)('check 42: behind %s', (program) => {
  let server: Leadgate;
  let client: HttpClient;

  beforeAll(async () => {
    server = await startLeadgate({
      program,
      databaseUrl: base.url,
      env: { TRUSTED_PROXIES: '127.0.0.1' },
    }).ready;
  });
  afterAll(() => server?.stop());

  /** A new client, over http or through a proxy that terminates https. */
  function arrive(scheme: 'http' | 'https' = 'http'): HttpClient {
    client = new HttpClient(`${scheme}://${host}:${server.port}`, {
      ...(scheme === 'https' && { 'x-forwarded-proto': 'https' }),
    });
    return client;
  }

  /** As a new member with a role opens them. */
  async function pagesOf(role: 'admin' | 'agent' | 'viewer') {
    const claims = await tenant.newMember(role);
    const cookie = (await sessionHeaders(host, tenant.company.slug, claims)).get('cookie') ?? '';
    const open = (path: string) => arrive().request(path, { headers: { cookie } });
    return { open, settings: async (path: string) => (await open(path)).headers.location };
  }

  it('every page has its own policy, which allows all its inline code', async () => {
    const member = arrive();
    await member.signIn({ email, password });
    const { slug } = tenant.company;
    const paths = [
      '/',
      '/nowhere/at/all',
      `/${slug}/funnels`,
      `/${slug}/funnels/${tenant.funnel.id}`,
      `/${slug}/leads/${tenant.lead.id}`,
      `/${slug}/settings/api-keys`,
      '/_next/image?url=%2Ficon.svg&w=64&q=75',
    ];
    const nonces = new Set<string>();
    const visits = [
      ...paths.map((path) => () => member.request(path)),
      () => arrive().request('/sign-in'),
    ];
    for (const visit of visits) {
      const page = await visit();
      expect(page.headers).toMatchObject(secured);
      expect(policyOf(page)).toMatch(/^default-src 'none'; script-src 'self' 'nonce-[^']{24}';/);
      expect(policyOf(page)).toContain("frame-ancestors 'none'");
      expect(policyOf(page)).not.toMatch(/unsafe|data:|https?:|\*/);
      nonces.add(nonceOf(page));
      for (const tag of inlineCode(page)) expect(tag).toContain(`nonce="${nonceOf(page)}"`);
    }
    expect(nonces.size).toBe(visits.length);
  });

  it.each([
    ['admin', 'settings/api-keys'],
    ['agent', 'account'],
    ['viewer', 'account'],
  ] as const)('addresses without a page lead the role %s to %s', async (role, path) => {
    const { slug } = tenant.company;
    const { settings } = await pagesOf(role);
    expect(await settings('/settings')).toBe(`/${slug}/settings`);
    expect(await settings(`/${slug}/settings`)).toBe(`/${slug}/${path}`);
  });

  it('an unknown address, and one of another application, is not found', async () => {
    const foreign = await createFullTenant(base.db);
    const { slug } = tenant.company;
    const { open } = await pagesOf('admin');
    for (const [path, text] of [
      [`/${slug}/nowhere`, 'This page does not exist in this company.'],
      [`/${slug}/funnels/not-an-id`, 'Funnel or step not found'],
      [`/${slug}/funnels/${foreign.funnel.id}`, 'Funnel or step not found'],
      [`/${slug}/leads/${foreign.lead.id}`, 'Lead not found'],
      ['/no-such-company/funnels', 'it belongs to a company you are not a member of'],
      [`/${foreign.company.slug}/funnels`, 'it belongs to a company you are not a member of'],
    ] as const) {
      const page = await open(path);
      expect.soft([path, page.status]).toEqual([path, 404]);
      expect.soft([path, page.text.includes(text)]).toEqual([path, true]);
    }
  });

  it('a nonce in the request is ignored', async () => {
    const page = await arrive().request('/sign-in', {
      headers: {
        'x-leadgate-nonce': 'chosen',
        'content-security-policy': "script-src 'nonce-chosen'",
      },
    });
    expect(policyOf(page) + page.text).not.toContain('chosen');
  });

  it('the API reference alone may insert styles, and no more', async () => {
    /** Inline scripts are allowed by a nonce, in a kept page by their hashes. */
    const ownScripts = /(?<=script-src 'self')(?: '(?:nonce|sha256)-[^']+')+/;
    const policy = async (path: string) =>
      policyOf(await arrive().request(path))
        .replace(ownScripts, '')
        .replace(/'nonce-[^']+'/, 'NONCE')
        .split('; ');
    const [others, reference] = [await policy('/sign-in'), await policy('/docs/reference')];
    expect(reference.filter((directive) => !others.includes(directive))).toEqual([
      "style-src 'self' 'unsafe-inline'",
    ]);
    expect(reference).toHaveLength(others.length);
  });

  it.each([
    '/api/trpc/session.get',
    '/api/auth/csrf',
    '/api/openapi.json',
    '/api/openapi.yaml',
    '/.well-known/security.txt',
    '/client.tgz',
  ])('%s answers with the policy of data', async (path) => {
    const answer = await arrive().request(path);
    expect(answer.headers).toMatchObject(secured);
    expect(policyOf(answer)).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  it('the public API forbids tenant sniffing', async () => {
    for (const path of ['/api/leads/public/x', '/leads/public/x', '/api/nothing']) {
      const answer = await send(server.port, { path, headers: { host } });
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('HSTS is sent over https only', async () => {
    const over = async (scheme: 'http' | 'https') =>
      (await arrive(scheme).request('/sign-in')).headers['strict-transport-security'];

    expect(await over('https')).toBe('max-age=31536000');
    expect(await over('http')).toBeUndefined();
  });

  it('cookies are HttpOnly and SameSite, and over https Secure and bound to the host', async () => {
    await arrive().signIn({ email, password });
    expect(client.cookieLines.length).toBeGreaterThan(2);
    for (const line of client.cookieLines)
      expect(line).toMatch(/^leadgate\.(?!.*secure).*; Path=\/;.*HttpOnly; SameSite=Lax$/i);

    await arrive('https').signIn({ email, password });
    expect(client.cookieLines.length).toBeGreaterThan(2);
    for (const line of client.cookieLines)
      expect(line).toMatch(
        /^__Host-leadgate\.(?!.*domain=).*; Path=\/;.*HttpOnly; Secure; SameSite=Lax$/i,
      );
  });

  it.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ])('a cross-site POST is refused: %j', async (headers) => {
    const member = arrive();
    const csrfToken = await member.csrfToken();
    const form = { email, password, csrfToken };
    const signIn = await member.request('/api/auth/callback/credentials', { form, headers });
    expect(signIn.status).toBe(403);
    expect(member.cookies()).not.toContain('leadgate.session');

    await member.signIn({ email, password });
    const signOut = await member.request('/api/auth/signout', { form: { csrfToken }, headers });
    expect(signOut.status).toBe(403);
    const change = await member.request('/api/trpc/funnels.create', {
      json: { name: 'From elsewhere', steps: [] },
      headers: { ...headers, 'x-leadgate-company': tenant.company.slug },
    });
    expect(change.status).toBe(403);
    expect(await base.sql`select from funnels where name = 'From elsewhere'`).toHaveLength(0);
  });

  it.each(elsewhere)('callbackUrl=%s redirects within the panel', async (callbackUrl) => {
    const member = arrive();
    const goal = async (answer: Promise<Answer>) =>
      new URL(String((await answer).headers.location), member.origin).origin;

    expect(await goal(member.signIn({ email, password }, { callbackUrl }))).toBe(member.origin);
    const query = new URLSearchParams({ callbackUrl });
    expect(await goal(member.request(`/sign-in?${query}`))).toBe(member.origin);
    const form = { csrfToken: await member.csrfToken(), callbackUrl };
    expect(await goal(member.request('/api/auth/signout', { form }))).toBe(member.origin);
    expect(member.cookies()).not.toContain('leadgate.session');
  });

  if (program === 'next start') return;

  it('answers given before Next have the same headers', async () => {
    const stranger = new HttpClient(`http://unknown.test:${server.port}`);
    const page = await stranger.request('/');
    expect(page.status).toBe(404);
    expect(page.headers).toMatchObject(secured);
    expect(policyOf(page)).toMatch(
      /^default-src 'none'; frame-ancestors 'none'; style-src 'sha256-/,
    );

    for (const path of ['/livez', '/readyz'])
      expect((await arrive().request(path)).headers['x-content-type-options']).toBe('nosniff');
  });
});
