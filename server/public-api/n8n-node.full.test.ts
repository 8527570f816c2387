import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeSnippets } from '#app/features/snippets/snippets.ts';
import { withTestDatabase } from '#db/testing.ts';
import { createTenant, type Tenant } from '#server/testing/tenant.ts';
import { withWebServer } from '#server/testing/web-server.ts';
import { toolFile } from '../../scripts/tools.mjs';

const base = withTestDatabase();
const ofN8n = withTestDatabase('template1');
const web = withWebServer(() => base.url);
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'leadgate-n8n-'));
let tenant: Tenant;

/** n8n's own database is in PostgreSQL, whose driver needs no compiler. */
function environment() {
  const { hostname, port, username, password, pathname } = new URL(ofN8n.adminUrl);
  return {
    ...process.env,
    /* With vitest's `test`, a command of n8n ends at once and without a word. */
    NODE_ENV: 'production' as const,
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: hostname,
    DB_POSTGRESDB_PORT: port,
    DB_POSTGRESDB_USER: username,
    DB_POSTGRESDB_PASSWORD: password,
    DB_POSTGRESDB_DATABASE: pathname.slice(1),
    /* Its statements are not those of the product, which `npm test` checks. */
    PGOPTIONS: '-c pg_stat_statements.track=none',
    N8N_USER_FOLDER: folder,
    N8N_ENCRYPTION_KEY: 'of a test',
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
  };
}

const n8n = (...args: string[]) =>
  run(process.execPath, [toolFile('n8n', 'n8n/bin/n8n'), ...args], {
    env: environment(),
    maxBuffer: 64 * 1024 * 1024,
  }).catch(({ stdout }: { stdout: string }) =>
    expect.fail(`n8n ${args[0]}: ${stdout.slice(0, 2_000)}`),
  );

const credential = { id: 'leadgateHeader01', name: 'Leadgate' };
const trigger = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 };
const asMain = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });

/** Requests that a Webhook node has received, as items. */
const received = (requests: readonly object[]) => [
  {
    name: 'Requests',
    type: 'n8n-nodes-base.set',
    typeVersion: 3.4,
    parameters: { mode: 'raw', jsonOutput: JSON.stringify({ requests }), options: {} },
  },
  {
    name: 'Items',
    type: 'n8n-nodes-base.splitOut',
    typeVersion: 1,
    parameters: { fieldToSplitOut: 'requests', options: {} },
  },
];

/** Runs the node that the panel shows, with the credential chosen as a person does it, on the requests. */
async function runNode(id: string, port: number, requests: readonly object[]) {
  const input = { baseUrl: `http://127.0.0.1:${port}/api`, stepId: tenant.stepId };
  const snippet = makeSnippets(input).find((each) => each.id === 'n8n');
  const [node] = JSON.parse(snippet?.code?.text ?? '').nodes;
  const nodes = [trigger, ...received(requests), node].map((each, index) => ({
    parameters: {},
    ...each,
    id: each.id ?? `node-${index}`,
    position: [200 * index, 0],
    ...(each === node && { credentials: { httpHeaderAuth: credential } }),
  }));
  const connections = {
    Start: asMain('Requests'),
    Requests: asMain('Items'),
    Items: asMain(node.name),
  };
  const file = join(folder, `${id}.json`);
  const workflow = { id, name: id, active: false, nodes, connections, settings: {} };
  writeFileSync(file, JSON.stringify([workflow]));
  await n8n('import:workflow', `--input=${file}`);
  return n8n('execute', `--id=${id}`);
}

beforeAll(async () => {
  tenant = await createTenant(base.db, { host: '127.0.0.1' });
  const file = join(folder, 'credentials.json');
  const data = { name: 'X-API-Key', value: tenant.secret };
  writeFileSync(file, JSON.stringify([{ ...credential, type: 'httpHeaderAuth', data }]));
  await n8n('import:credentials', `--input=${file}`);
});
beforeEach(() => base.sql`delete from leads where company_id = ${tenant.companyId}`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bodies = [
  {
    name: 'Grace "Amazing" O\'Hopper \\',
    phone: 12125550187,
    email: 'grace@example.com',
    message: 'First line\nsecond\tline {{ $json }}',
  },
  { name: 'Ada', phone: '+44 20 7946 0958', email: null, message: '' },
  { name: 1984, phone: null, message: 42 },
  { name: 1984, phone: null, message: 42 },
];
const leads = [
  { name: '1984', phones: [], email: null, message: '42' },
  { name: '1984', phones: [], email: null, message: '42' },
  { name: 'Ada', phones: ['442079460958'], email: null, message: null },
  {
    name: 'Grace "Amazing" O\'Hopper \\',
    phones: ['12125550187'],
    email: 'grace@example.com',
    message: 'First line\nsecond\tline {{ $json }}',
  },
];
const requests = bodies.map((body) => ({ body }));

const listLeads = async () => [
  ...(await base.sql`
    select name, phones, email, message from leads
    where company_id = ${tenant.companyId} order by name collate "C"`),
];

test('sends quotes, line breaks, numbers and absent values', async () => {
  await runNode('values', web.port, requests);
  expect(await listLeads()).toEqual(leads);
});

test('sends again after a lost answer and a refusal that passes, without a second lead', async () => {
  const keys: string[] = [];
  const server = createServer(async (request, response) => {
    const key = String(request.headers['idempotency-key']);
    keys.push(key);
    const attempt = keys.length;
    if (attempt === 2) return response.writeHead(503, { 'Retry-After': '1' }).end();

    const answer = await fetch(`http://127.0.0.1:${web.port}${request.url}`, {
      method: 'POST',
      headers: {
        'Content-Type': String(request.headers['content-type']),
        'X-API-Key': String(request.headers['x-api-key']),
        'Idempotency-Key': key,
      },
      body: Buffer.concat(await request.toArray()),
    });
    const text = await answer.text();
    /* The lead is stored, and n8n never learns of it. */
    if (attempt === 1) return request.socket.destroy();
    return response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(text);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  await runNode('retries', (server.address() as AddressInfo).port, requests);
  server.closeAllConnections();
  server.close();

  expect(await listLeads()).toEqual(leads);
  expect([keys.length, new Set(keys).size]).toEqual([2 * requests.length, requests.length]);
});
