import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { createLeadAt } from '../testing/create-lead.ts';
import { send } from '../testing/http-client.ts';
import { sessionHeaders } from '../testing/session-headers.ts';
import { type Leadgate, programNames, startLeadgate } from '../testing/start-leadgate.ts';
import { createTenant } from '../testing/tenant.ts';

const database = withTestDatabase();

/** Its log so far. */
const linesOf = ({ output }: Leadgate) =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{"level"'))
    .map((line): Record<string, unknown> => JSON.parse(line));

it('logs each request at debug, the counts of each key, and what becomes of the process', async () => {
  const tenant = await createTenant(database.db);
  const env = { LOG_LEVEL: 'debug' };
  const server = await startLeadgate({ databaseUrl: database.url, env }).ready;
  const lead = { name: 'Maria', phones: ['5511987654321'], lead_id: '17' };
  const answers = [
    await createLeadAt(server.port, tenant, { body: lead }),
    await createLeadAt(server.port, tenant, { body: lead }),
    await createLeadAt(server.port, tenant, { body: {} }),
    await createLeadAt(server.port, tenant, { secret: 'lk_wrong' }),
  ];
  expect(await server.stop()).toBe(0);

  const lines = linesOf(server);
  expect(lines.filter(({ pid }) => pid !== server.pid)).toEqual([]);
  // Before it listens, a process does not know its port.
  expect([...new Set(lines.map(({ instance }) => instance))]).toEqual([
    hostname(),
    `${hostname()}:${server.port}`,
  ]);

  const requests = lines.filter(({ msg }) => msg === 'request');
  expect(requests.map(({ status, keyId }) => [status, typeof keyId])).toEqual([
    [201, 'string'],
    [201, 'string'],
    [400, 'string'],
    [401, 'undefined'],
  ]);
  for (const [n, { headers }] of answers.entries()) {
    expect(requests[n]).toMatchObject({
      operation: 'createLead',
      requestId: headers['x-request-id'],
      durationMs: expect.any(Number),
    });
  }

  const counts = lines.filter(({ event }) => event === 'requests');
  const { keyId, companyId } = requests[0] ?? {};
  expect(companyId).toBe(tenant.companyId);
  expect(counts).toMatchObject([
    { level: 30, keyId, companyId, created: 1, replayed: 1, refused: { 400: 1 } },
    { level: 30, refused: { 401: 1 } },
  ]);

  const events = lines.flatMap(({ event }) => (event && event !== 'requests' ? [event] : []));
  expect(events).toEqual(['start', 'ready', 'draining', 'stopped']);
  expect(server.output).not.toMatch(/Maria|5511987654321|lk_wrong/);
});

it.each(programNames)(
  'behind %s, logs what fails in a page once, without statements and values, under the id that the page shows',
  async (program) => {
    const { db, sql, url } = database;
    const tenant = await createTenant(db);
    const { slug } = tenant.company;
    const member = await tenant.newMember('admin');
    const headers = Object.fromEntries(await sessionHeaders(tenant.host, slug, member));
    const server = await startLeadgate({ program, databaseUrl: url }).ready;
    const open = (path: string) => send(server.port, { method: 'GET', path, headers });
    await sql`alter table sessions rename to sessions_elsewhere`;
    const start = await open('/');
    const file = await open(`/${slug}/leads/export?q=maria`);
    await sql`alter table sessions_elsewhere rename to sessions`;
    await server.stop();

    expect([start.status, file.status]).toEqual([500, 500]);
    const lines = linesOf(server).filter(({ fault }) => fault);
    const failed = { fault: { code: '42P01' }, count: 1 };
    expect(lines).toMatchObject([
      { ...failed, msg: 'a call of the panel failed', path: 'page.myCompanies' },
      { ...failed, msg: 'a page failed', route: '/[company]/leads/export' },
    ]);
    expect(start.text).toContain(lines[0]?.requestId);
    expect(server.output).not.toMatch(/select|maria/);
    expect(server.output).not.toContain(member.sessionId);
    if (program === 'server/main.ts') expect(server.output).not.toMatch(/^\s+at /m);
  },
);
