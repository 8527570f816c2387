import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { createLeadAt } from './testing/create-lead.ts';
import { type Leadgate, startLeadgate } from './testing/start-leadgate.ts';
import { createTenant } from './testing/tenant.ts';

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
  const common = { pid: server.pid, instance: hostname() };
  expect(
    lines.filter((line) => line.pid !== common.pid || line.instance !== common.instance),
  ).toEqual([]);

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
