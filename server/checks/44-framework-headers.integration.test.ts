import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApplication, createCompany, createHost } from '#db/factories/applications.ts';
import { createFunnel, createStep } from '#db/factories/funnels.ts';
import { createLead } from '#db/factories/leads.ts';
import { createMember, createUser } from '#db/factories/users.ts';
import { withTestDatabase } from '#db/testing.ts';
import { hashPassword } from '#server/services/users/password.ts';
import { HttpClient } from '#server/testing/http-client.ts';
import { type Leadgate, programNames, startLeadgate } from '#server/testing/start-leadgate.ts';

const base = withTestDatabase();
const host = 'panel.test';
const password = 'correct horse battery';
const marker = 'Marker-in-a-name';

let paths: string[];
let slug: string;
let emails: { member: string; stranger: string };

/** Receives every request that the server can be led to send. */
let canary: Server;
const caught: string[] = [];
let away: string;

beforeAll(async () => {
  canary = createServer((request, response) => {
    caught.push(`${request.method} ${request.url}`);
    response.end(marker);
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  const address = canary.address();
  away = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;

  const { id: applicationId } = await createApplication(base.db);
  await createHost(base.db, { host, applicationId });
  const company = await createCompany(base.db, { applicationId });
  const other = await createCompany(base.db, { applicationId });
  const companyId = company.id;
  const funnel = await createFunnel(base.db, { companyId, name: marker });
  const step = await createStep(base.db, { companyId, funnelId: funnel.id, name: marker });
  const lead = await createLead(base.db, { companyId, stepId: step.id, name: marker });
  const passwordHash = await hashPassword(password);
  const person = async (of: string) => {
    const user = await createUser(base.db, { applicationId, passwordHash });
    await createMember(base.db, { applicationId, companyId: of, userId: user.id });
    return user.email;
  };
  slug = company.slug;
  emails = { member: await person(companyId), stranger: await person(other.id) };
  paths = [
    `/${slug}/funnels/${funnel.id}/steps/${step.id}`,
    `/${slug}/leads/${lead.id}`,
    `/api/trpc/leads.get?input=${encodeURIComponent(JSON.stringify({ id: lead.id }))}`,
  ];
});
afterAll(() => canary.close());

const tree = encodeURIComponent(
  JSON.stringify(['', { children: ['__PAGE__', {}] }, null, null, true]),
);
const chain = (name: string) => Array(6).fill(name).join(':');

/** Headers that have bypassed the checks of a framework, and headers that Next obeys. */
const attempts = (): Record<string, Record<string, string>> => ({
  'no header at all': {},
  'a subrequest of the middleware': { 'x-middleware-subrequest': chain('proxy') },
  'a subrequest of the middleware in src': { 'x-middleware-subrequest': chain('src/proxy') },
  'a subrequest under the old name of the middleware': {
    'x-middleware-subrequest': chain('middleware'),
  },
  'a middleware that has run': { 'x-middleware-next': '1', 'x-middleware-invoke': '1' },
  'a rewrite by the middleware': {
    'x-middleware-rewrite': `http://${away}/rewrite`,
    'x-middleware-redirect': `http://${away}/redirect`,
    'x-middleware-override-headers': 'cookie,host',
    'x-middleware-request-host': away,
  },
  'an internal route': {
    'x-invoke-path': paths[0] ?? '',
    'x-invoke-output': '/[company]/page',
    'x-invoke-status': '200',
    'x-matched-path': '/[company]/funnels',
    'x-now-route-matches': `1=${slug}`,
    'x-nextjs-rewrite': `http://${away}/`,
  },
  'a resumed page': { 'next-resume': '1', 'x-nextjs-postponed': '1' },
  'an RSC payload': { rsc: '1' },
  'an RSC payload by router tree': {
    rsc: '1',
    'next-router-state-tree': tree,
    'next-url': `/${slug}`,
  },
  'an RSC prefetch': { rsc: '1', 'next-router-prefetch': '1', purpose: 'prefetch' },
  'a segment prefetch': {
    rsc: '1',
    'next-router-prefetch': '1',
    'next-router-segment-prefetch': '/_tree',
  },
  'page data': { 'x-nextjs-data': '1', 'x-nextjs-html-request-id': '1' },
  'a revalidated page': { 'x-prerender-revalidate': 'x', 'x-nextjs-cache': 'x' },
  'another host': {
    'x-forwarded-host': away,
    'x-forwarded-proto': 'http',
    'x-forwarded-for': '127.0.0.1',
    forwarded: `host=${away};for=127.0.0.1`,
    'x-host': away,
    'x-original-url': '/api/trpc/funnels.list',
    'x-rewrite-url': '/api/trpc/funnels.list',
    'x-http-method-override': 'GET',
  },
  'headers of our own': {
    'x-leadgate-path': `//${away}/`,
    'x-leadgate-nonce': 'x',
    'x-leadgate-local': '1',
  },
});

const actions = (): Record<string, Record<string, string>> => ({
  'an action': { 'next-action': 'a'.repeat(40) },
  'an action with a router tree': {
    'next-action': 'a'.repeat(42),
    'next-router-state-tree': tree,
    rsc: '1',
  },
  'an action of another host': { 'next-action': 'a'.repeat(40), 'x-forwarded-host': away },
  'a forwarded action': { 'next-action': 'a'.repeat(40), 'x-action-forwarded': '1' },
  'a resumed page': { 'next-resume': '1', 'content-type': 'application/json' },
  'a subrequest of the middleware': { 'x-middleware-subrequest': chain('proxy') },
});

/** Follows the redirect by which Next gives an RSC payload an address of its own. */
async function requestPayload(client: HttpClient, path: string, headers: Record<string, string>) {
  const answer = await client.request(path, { headers });
  const location = String(answer.headers.location);
  return location.includes('_rsc') ? client.request(location, { headers }) : answer;
}

describe.each(programNames)('check 44: behind %s', (program) => {
  let server: Leadgate;

  beforeAll(async () => {
    server = await startLeadgate({ program, databaseUrl: base.url }).ready;
  });
  afterAll(() => server?.stop());

  async function clients(): Promise<Record<string, HttpClient>> {
    const origin = `http://${host}:${server.port}`;
    const stranger = new HttpClient(origin, { 'x-leadgate-company': slug });
    await stranger.signIn({ email: emails.stranger, password });
    expect(stranger.cookies()).toContain('leadgate.session=');

    return { anonymous: new HttpClient(origin, { 'x-leadgate-company': slug }), stranger };
  }

  it('a member sees the data that the other tests look for', async () => {
    const member = new HttpClient(`http://${host}:${server.port}`, { 'x-leadgate-company': slug });
    await member.signIn({ email: emails.member, password });

    for (const path of paths) {
      expect((await member.request(path)).text).toContain(marker);
      if (!path.startsWith('/api')) {
        const part = await requestPayload(member, path, { rsc: '1' });
        expect(part.text).toContain(marker);
      }
    }
  });

  it('no header reveals data to an anonymous visitor or to another company', async () => {
    for (const [who, client] of Object.entries(await clients())) {
      for (const [name, headers] of Object.entries(attempts())) {
        for (const path of paths) {
          const { text, status, headers: sent } = await requestPayload(client, path, headers);
          const attempt = `${who}, ${name}, ${path}: ${status}`;
          expect(text, attempt).not.toContain(marker);
          expect(JSON.stringify(sent), attempt).not.toContain(away);
        }
      }
    }
    expect(caught).toEqual([]);
  });

  it('no action and no resumed page reveals data or sends a request elsewhere', async () => {
    for (const [who, client] of Object.entries(await clients())) {
      for (const [name, headers] of Object.entries(actions())) {
        for (const path of [...paths, '/sign-in', '/']) {
          for (const body of [{ form: { 0: '[]', 1: '"$F0"' } }, { json: ['$1:__proto__:then'] }]) {
            const {
              text,
              status,
              headers: sent,
            } = await client.request(path, { ...body, headers });
            const attempt = `${who}, ${name}, ${path}: ${status}`;
            expect(text, attempt).not.toContain(marker);
            expect(JSON.stringify(sent), attempt).not.toContain(away);
          }
        }
      }
    }
    expect(caught).toEqual([]);
  });

  it('an action is refused, and leaves nothing in the log', async () => {
    const client = new HttpClient(`http://${host}:${server.port}`);
    const boundary = { 'content-type': 'multipart/form-data; boundary=x' };
    const refused = [
      { 'next-action': marker },
      { 'next-action': 'a'.repeat(42) },
      { 'next-action': marker, ...boundary },
      boundary,
    ];
    for (const path of [
      '/sign-in',
      '/nowhere/at/all',
      ...paths.filter((at) => !at.startsWith('/api')),
    ]) {
      for (const headers of refused) {
        const { status } = await client.request(path, { json: [], headers });
        expect([path, headers, status]).toEqual([path, headers, 400]);
      }
    }
    const form = await client.request('/sign-in', { form: { email: 'a@b.test' } });
    expect(form.status).toBe(200);
    expect(server.output).not.toMatch(/Marker-in-a-name|Server Action|Server Reference/);
  });

  it('there is no image optimizer', async () => {
    for (const client of Object.values(await clients())) {
      for (const url of [
        `http://${away}/a.png`,
        `//${away}/a.png`,
        '/icon.svg',
        `/\\${away}/a.png`,
      ]) {
        const query = new URLSearchParams({ url, w: '64', q: '75' });
        const { status, text } = await client.request(`/_next/image?${query}`);
        expect(status).toBe(404);
        expect(text).not.toContain(marker);
      }
    }
    expect(caught).toEqual([]);
  });

  it('below /api/auth only the actions of sign-in exist, and none takes text for the log', async () => {
    const client = new HttpClient(`http://${host}:${server.port}`);
    const form = { level: 'error', code: marker, message: marker, error: marker };
    for (const [path, sent] of [
      ['_log', { form }],
      ['session', {}],
      ['session', { form }],
      ['verify-request', {}],
      ['callback/oidc', { form }],
      ['callback/credentials', {}],
      ['signin/credentials', { form }],
      ['nothing', {}],
    ] as const) {
      const answer = await client.request(`/api/auth/${path}`, sent);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.json).toEqual({ success: false, error: expect.any(String) });
    }
    expect(server.output).not.toContain(marker);
  });

  it('a forwarded host of an untrusted peer appears in no answer and no cookie', async () => {
    const client = new HttpClient(`http://${host}:${server.port}`, { 'x-forwarded-host': away });
    for (const path of ['/api/auth/providers', '/api/auth/csrf', '/api/openapi.json', '/sign-in']) {
      const { text, headers } = await client.request(path);
      expect(text + JSON.stringify(headers)).not.toContain(away);
    }
    await client.signIn({ email: emails.member, password });
    expect(client.cookieLines.join()).not.toContain(encodeURIComponent(away));
    expect(caught).toEqual([]);
  });
});
