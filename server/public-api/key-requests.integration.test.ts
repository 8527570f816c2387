import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { getRuntime } from '../runtime.ts';
import { generateSecret } from '../services/api-keys/secret.ts';
import { type Call, send } from '../testing/http-client.ts';
import { createTenant, type Tenant } from '../testing/tenant.ts';
import { withWebServer } from '../testing/web-server.ts';
import { keyOfPathError } from './key-of-path-error.ts';

const database = withTestDatabase();
const web = withWebServer(() => database.url);
let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant(database.db);
});

type Given = Partial<Call> & { secret?: string; json?: unknown };

function call({ secret = tenant.secret, json = { name: 'Ana' }, headers, ...rest }: Given = {}) {
  return send(web.port, {
    path: `/api/leads/public/${tenant.stepId}`,
    headers: {
      host: tenant.host,
      'content-type': 'application/json',
      'x-api-key': secret,
      ...headers,
    },
    body: JSON.stringify(json),
    ...rest,
  });
}

async function activityOf(id: string) {
  const { usage, intakeLog } = getRuntime();
  await Promise.all([usage.flush(), intakeLog.flush()]);
  const { sql } = database;
  const counts = await sql<{ outcome: string; requests: number }[]>`
    select outcome, requests from key_usage where api_key_id = ${id}`;
  const recent = await sql<{ status: number; message: string; ignored: string[] }[]>`
    select status, message, ignored_fields as ignored from intake_log
    where api_key_id = ${id} and item is null order by id`;
  const [key] = await sql<{ used: boolean }[]>`
    select first_used_at is not null as used from api_keys where id = ${id}`;
  return {
    counts: Object.fromEntries(counts.map(({ outcome, requests }) => [outcome, requests])),
    recent: recent.map(({ status, message, ignored }) => [status, message, ignored]),
    isUsed: key?.used,
  };
}

it('counts each outcome of a key, and keeps the answer to each request', async () => {
  const { id, secret } = await tenant.newKey({ permissions: ['leads:create', 'leads:read'] });
  const headers = { 'idempotency-key': randomUUID() };
  await call({ secret, json: { name: 'Ana', cidade: 'São Paulo' }, headers });
  await call({ secret, headers, json: { name: 'Ana' } });
  await call({ secret, headers: { ...headers, 'x-dry-run': 'true' } });
  await call({ secret, method: 'GET', path: '/api/me' });
  await call({ secret, json: { 'e,mail': 'x', 'id 123456': 'x', phones: ['1'] } });
  await call({ secret, headers: { 'content-type': 'text/plain' } });
  await call({ secret, path: `/api/leads/public/${randomUUID()}` });
  await call({ secret, method: 'GET', path: `/api/leads/${randomUUID()}` });

  const { counts, recent, isUsed } = await activityOf(id);
  expect(counts).toEqual({ created: 1, replayed: 1, answered: 2, 400: 1, 404: 2, 415: 1 });
  expect(isUsed).toBe(true);
  expect(recent).toEqual([
    [201, 'Lead created successfully', ['cidade']],
    [201, 'An earlier request had created this lead', []],
    [200, 'Dry run: nothing was created', []],
    [200, 'API Key is valid', []],
    [400, expect.stringMatching(/^name: is required.*phones\[0\]: must hold/), ['e,mail', '…']],
    [415, 'Content-Type must be application/json: not text/plain', []],
    [404, 'Funnel step not found', []],
    [404, 'Lead not found', []],
  ]);
});

it('counts each lead of a batch, and lists the batch as one request', async () => {
  const { id, secret } = await tenant.newKey();
  const lead = { name: 'Ana', externalLeadId: randomUUID() };
  const path = `/api/leads/public/${tenant.stepId}/batch`;
  await call({ secret, path, json: { leads: [lead, lead, { name: 'Bia' }, {}, { a: 1 }], b: 1 } });
  await call({
    secret,
    path: `/api/leads/public/${randomUUID()}/batch`,
    json: { leads: [lead, lead] },
  });
  await call({ secret, path, json: { leads: [] } });
  await call({ secret, path, json: { leads: [lead, {}] }, headers: { 'x-dry-run': 'true' } });

  const { counts, recent } = await activityOf(id);
  expect(counts).toEqual({ created: 2, replayed: 1, answered: 1, 400: 3, 404: 2 });
  expect(recent).toEqual([
    [200, 'Batch: 2 created, 1 replayed, 2 refused with 400. leads[3]: name: is required', ['a']],
    [404, 'Funnel step not found', []],
    [400, 'leads: must hold at least one lead', []],
    [200, 'Dry run: nothing was created', []],
  ]);
});

it.each([
  [[7, {}], /^Batch: 2 refused with 400\. leads\[0\]: must be an object$/],
  [[{ title: 'x', phones: ['1'] }], /leads\[0\]: name: is required.*; phones\[0\]: must hold/],
])('says of the batch %j what is wrong with its first refused lead', async (leads, message) => {
  const { id, secret } = await tenant.newKey();
  const path = `/api/leads/public/${tenant.stepId}/batch`;
  expect((await call({ secret, path, json: { leads } })).status).toBe(200);

  const { recent } = await activityOf(id);
  expect(recent).toEqual([[200, expect.stringMatching(message), expect.any(Array)]]);
});

describe('a request that no operation takes', () => {
  const wrong = [
    { path: '/api/leads/public/' },
    { path: '/api/leads/public/Maria/' },
    { method: 'GET' },
  ];

  it('is counted for its key, and not as its last use', async () => {
    const { id, secret } = await tenant.newKey();
    for (const each of wrong) await call({ secret, ...each });

    const path = '/api/leads/public/{stepId}';
    await expect
      .poll(() => activityOf(id))
      .toEqual({
        counts: { 404: 2, 405: 1 },
        recent: [
          [404, `Not found: send to ${path}`, []],
          [404, `Not found: send to ${path}`, []],
          [405, 'Method not allowed: send POST', []],
        ],
        isUsed: false,
      });
  });

  it('has the same answer with and without a key', async () => {
    const { secret } = await tenant.newKey();
    const unknown = generateSecret();
    for (const each of wrong) {
      const answers = await Promise.all(
        [secret, unknown, ''].map((sent) => call({ secret: sent, ...each })),
      );
      const told = answers.map(({ status, headers, text }) => {
        const { date: _, 'x-request-id': __, ...others } = headers;
        return [status, others, text];
      });
      expect(told[1]).toEqual(told[0]);
      expect(told[2]).toEqual(told[0]);
    }
  });

  it('counts an unknown key as failed, and looks up none of a blocked address', async () => {
    const { id, secret } = await tenant.newKey();
    const { intake } = getRuntime();
    const keyOf = (sent: string, address: string) =>
      keyOfPathError({
        intake,
        request: {
          address: () => address,
          header: (name: string) => (name === 'x-api-key' ? sent : undefined),
        },
      });
    for (let n = 0; n < 30; n += 1)
      expect(await keyOf(generateSecret(), '203.0.113.7')).toBeUndefined();
    expect(intake.failedAuth.retryAfter('203.0.113.7')).toBeGreaterThan(0);

    expect(await keyOf(secret, '203.0.113.7')).toBeUndefined();
    expect(await keyOf(secret, '203.0.113.8')).toMatchObject({ apiKeyId: id });
    expect(await keyOf(secret, '203.0.113.7')).toMatchObject({ apiKeyId: id });
  });
});

it('counts requests with a refused key, and does not count them as its last use', async () => {
  const past = new Date(Date.now() - 60_000);
  const inactive = await tenant.newKey({ deactivatedAt: past });
  const expired = await tenant.newKey({ expiresAt: past });
  const stranger = await createTenant(database.db);
  for (const { secret } of [inactive, expired, stranger.key]) await call({ secret });

  expect(await activityOf(inactive.id)).toEqual({
    counts: { 401: 1 },
    recent: [[401, 'Invalid or inactive API Key', []]],
    isUsed: false,
  });
  expect(await activityOf(expired.id)).toMatchObject({ counts: { 401: 1 }, isUsed: false });
  expect(await activityOf(stranger.key.id)).toEqual({
    counts: { 403: 1 },
    recent: [[403, 'API Key does not belong to this application', []]],
    isUsed: false,
  });
});

it('counts requests for a step that the key may not use, and beyond its rate', async () => {
  const other = await tenant.newStep();
  const { id, secret } = await tenant.newKey({ stepIds: [other.id], rateLimit: 1 });
  await call({ secret });
  const path = `/api/leads/public/${other.id}`;
  await Promise.all(Array.from({ length: 20 }, () => call({ secret, path })));

  const { counts } = await activityOf(id);
  expect(counts).toMatchObject({ 403: 1, 429: expect.any(Number) });
  expect(Object.values(counts).reduce((sum, each) => sum + each, 0)).toBe(21);
});

it('does not count requests without a known key', async () => {
  const rows = () => database.sql`select sum(requests)::int from key_usage`;
  await activityOf(tenant.key.id);
  const before = await rows();
  await call({ secret: '' });
  await call({ secret: 'lk_unknown' });
  await activityOf(tenant.key.id);
  expect(await rows()).toEqual(before);
});

describe('what became of the leads of a key', () => {
  const countsOf = async (id: string) => {
    await getRuntime().usage.flush();
    const [row] = await database.sql`
      select sum(leads)::int as leads, sum(without_phone)::int as "withoutPhone",
        sum(without_email)::int as "withoutEmail", sum(without_name)::int as "withoutName",
        sum(unread)::int as unread, sum(refused)::int as refused, sum(same_key)::int as "sameKey"
      from key_lead_counts where api_key_id = ${id}`;
    return row;
  };
  const phones = ['5511987654321'];

  it('is counted by their traits, without tests, repeats and dry runs', async () => {
    const { id, secret } = await tenant.newKey();
    const lead = { name: 'Ana', phones, externalLeadId: randomUUID() };
    await call({ secret, json: lead });
    await call({ secret, json: lead });
    await call({ secret, json: { phones } });
    await call({ secret, json: { name: 'Bia', email: 'b@acme.test', phones: ['soon'] } });
    await call({ secret, headers: { 'x-dry-run': 'true' } });
    await call({ secret, headers: { 'x-test-lead': 'true' } });
    await call({ secret, json: {} });
    await call({
      secret,
      path: `/api/leads/public/${tenant.stepId}/batch`,
      json: { leads: [{ name: 'Caio', email: 'c@acme.test' }, {}, { name: 'Davi', phones }] },
    });

    expect(await countsOf(id)).toEqual({
      leads: 5,
      withoutPhone: 2,
      withoutEmail: 3,
      withoutName: 1,
      unread: 1,
      refused: 2,
      sameKey: 0,
    });
  });

  it('counts refusals for the Idempotency-Key of the request before apart', async () => {
    const { id, secret } = await tenant.newKey();
    const sendWith = (key: string, name: string) =>
      call({ secret, json: { name }, headers: { 'idempotency-key': key } });
    const [constant, other] = [randomUUID(), randomUUID()];
    for (const name of ['Ana', 'Bia', 'Caio']) await sendWith(constant, name);
    await sendWith(other, 'Davi');
    await sendWith(constant, 'Eva');

    expect(await countsOf(id)).toMatchObject({ leads: 2, sameKey: 2, refused: 1 });
  });

  it('is not counted of a test key', async () => {
    const { id, secret } = await tenant.newKey({ kind: 'rehearsal' });
    await call({ secret, json: {} });
    expect(await countsOf(id)).toMatchObject({ leads: null });
  });
});

it('names the end of a key in its answers, in its last seven days', async () => {
  const day = 86_400_000;
  const at = (days: number) => new Date(Date.now() + days * day);
  const endOf = async (columns: object) => {
    const { secret } = await tenant.newKey(columns);
    const [{ headers }, { headers: refused }] = [
      await call({ secret, method: 'GET', path: '/api/me' }),
      await call({ secret, json: {} }),
    ];
    expect(refused['x-api-key-expires']).toBe(headers['x-api-key-expires']);
    return headers['x-api-key-expires'];
  };
  const soon = at(6.9);
  expect(await endOf({ expiresAt: soon })).toBe(soon.toISOString());
  expect(await endOf({ expiresAt: at(30), deactivatedAt: soon })).toBe(soon.toISOString());
  expect(await endOf({ expiresAt: at(7.1) })).toBeUndefined();
  expect(await endOf({})).toBeUndefined();
});
