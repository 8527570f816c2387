import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { maxBodyBytes } from '../limits.ts';
import { getRuntime } from '../runtime.ts';
import { generateSecret } from '../services/api-keys/secret.ts';
import { type Call, send } from '../testing/http-client.ts';
import { createTenant, type Tenant } from '../testing/tenant.ts';
import { withWebServer } from '../testing/web-server.ts';

const database = withTestDatabase();
const web = withWebServer(() => database.url);
let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant(database.db);
});
let key: Awaited<ReturnType<Tenant['newKey']>>;
beforeEach(async () => {
  key = await tenant.newKey({ rateLimit: 0 });
});

type Given = Partial<Call> & { text?: string };

const call = ({ text = '{"name":"Ana"}', headers, ...rest }: Given = {}) =>
  send(web.port, {
    path: `/api/leads/public/${tenant.stepId}`,
    headers: {
      host: tenant.host,
      'content-type': 'application/json',
      'x-api-key': key.secret,
      ...headers,
    },
    body: text,
    ...rest,
  });
const batch = (text: string, headers?: Record<string, string>) =>
  call({ path: `/api/leads/public/${tenant.stepId}/batch`, text, ...(headers && { headers }) });

interface Row {
  id: string;
  status: number;
  outcome: string;
  body: string;
  leadId: string | null;
  item: number | null;
  cause: string;
  sealed: Buffer | null;
}

/** The entries of the key, the oldest first, each with its body as it was sent. */
async function entries() {
  const { intakeLog, bodySeal } = getRuntime();
  await intakeLog.flush();
  const rows = await database.sql<Row[]>`
    select l.id, l.status, l.outcome, l.body, l.lead_id as "leadId", l.item, g.cause, b.sealed
    from intake_log l
    join intake_groups g on g.company_id = l.company_id and g.group_id = l.group_id
    left join request_bodies b on b.company_id = l.company_id
      and b.subject_id = coalesce(l.lead_id, l.id) and b.id = l.id
    where l.api_key_id = ${key.id} order by l.id, l.item nulls first`;
  const { companyId } = tenant;
  return rows.map(({ sealed, ...row }) => ({
    ...row,
    sent: sealed && bodySeal.open(sealed, { companyId, id: row.id })?.toString(),
  }));
}

describe('the body of a request with a valid key', () => {
  it('is kept byte for byte, whatever became of it', async () => {
    const texts = [
      '\ufeff{ "name" : "Ana",\r\n\t"n": 12345678901234567890, "é": "\\u0000" }\n',
      '{"nomen": "Ana"}',
      '{"name": "Ana',
      '',
    ];
    for (const text of texts) await call({ text });
    await call({ text: 'name=Ana', headers: { 'content-type': 'text/plain' } });
    await call({ text: '{"a":1}', path: `/api/leads/public/${randomUUID()}` });

    const found = await entries();
    expect(found.map(({ status, body, sent }) => [status, body, sent])).toEqual([
      [201, 'stored', texts[0]],
      [400, 'stored', texts[1]],
      [400, 'stored', texts[2]],
      [400, 'stored', texts[3]],
      [415, 'stored', 'name=Ana'],
      [400, 'stored', '{"a":1}'],
    ]);
    expect(found[0]?.id).toBe(found[0]?.leadId);
  });

  it('is ciphertext in the database', async () => {
    await call({ text: '{"name":"Unmistakable"}' });
    await entries();
    const [row] = await database.sql<{ found: number }[]>`
      select count(*)::int as found from request_bodies
      where position('Unmistakable'::bytea in sealed) > 0`;
    expect(row?.found).toBe(0);
  });

  it('is kept with each repeat, under the lead', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    await call({ headers });
    await call({ headers, text: '{ "name": "Ana" }' });

    const [first, second] = await entries();
    expect(first).toMatchObject({ outcome: 'created', sent: '{"name":"Ana"}' });
    expect(second).toMatchObject({ outcome: 'replayed', sent: '{ "name": "Ana" }' });
    expect(second?.leadId).toBe(first?.id);
    expect(second?.id).not.toBe(first?.id);
  });

  it('is kept for each lead of a batch', async () => {
    await batch('{"leads": [ {"name":"Ana"}, 7, {"nomen":"Bia"} ,{"name":"Caio"}], "x": 1}');
    await batch('{"leads":[{"name":"Ana"}]}', { 'x-dry-run': 'true' });
    await batch('{"leads":[]}');

    const found = await entries();
    expect(
      found
        .map(({ item, status, outcome, body, sent }) => [item, status, outcome, body, sent])
        .sort(([one], [other]) => Number(one ?? -1) - Number(other ?? -1)),
    ).toEqual([
      [null, 200, 'batch', 'perLead', null],
      [null, 200, 'answered', 'stored', '{"leads":[{"name":"Ana"}]}'],
      [null, 400, 'refused', 'stored', '{"leads":[]}'],
      [0, 201, 'created', 'stored', '{"name":"Ana"}'],
      [1, 400, 'refused', 'stored', '7'],
      [2, 400, 'refused', 'stored', '{"nomen":"Bia"}'],
      [3, 201, 'created', 'stored', '{"name":"Caio"}'],
    ]);
  });

  it('is not kept when it is larger than that of a lead, or the company stores none', async () => {
    await call({ text: `{"name":"${'x'.repeat(maxBodyBytes)}"}` });
    const leads = Array.from({ length: 10 }, () => ({ message: 'x'.repeat(9_000) }));
    await batch(JSON.stringify({ other: leads }));
    expect((await entries()).map(({ status, body, sent }) => [status, body, sent])).toEqual([
      [413, 'tooLarge', null],
      [400, 'tooLarge', null],
    ]);

    const other = await createTenant(database.db);
    await database.sql`
      update companies set body_retention_days = 0 where id = ${other.companyId}`;
    key = other.key;
    const toOther = { path: `/api/leads/public/${other.stepId}`, headers: { host: other.host } };
    await call(toOther);
    await call({ ...toOther, text: 'x' });
    await call({ ...toOther, path: `${toOther.path}/batch`, text: '{"leads":[{"name":"Ana"}]}' });
    expect((await entries()).map(({ status, body, sent }) => [status, body, sent])).toEqual([
      [201, 'off', null],
      [400, 'off', null],
      [201, 'off', null],
      [200, 'off', null],
    ]);
  });

  it('is kept of requests beyond the rate of the key', async () => {
    key = await tenant.newKey({ rateLimit: 1 });
    await Promise.all(Array.from({ length: 20 }, (_, n) => call({ text: `{"name":"Ana ${n}"}` })));
    const refused = (await entries()).filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const { sent } of refused) expect(sent).toMatch(/^\{"name":"Ana \d+"\}$/);
  });
});

it('never reads the body of a request without a valid key', async () => {
  key = await tenant.newKey({ deactivatedAt: new Date(Date.now() - 60_000) });
  await call();
  expect(await entries()).toMatchObject([{ status: 401, body: 'notRead', sent: null }]);
});

it('groups refused requests by their cause, whatever differs between them', async () => {
  await call({ text: '{"nomen":"Ana"}' });
  await call({ text: '{"nomen":"Bia"}' });
  const headers = { 'x-strict': 'true' };
  await call({ text: '{"name":"Ana","phones":["1"]}', headers });
  await call({ text: '{"name":"Ana","phones":["5511987654321", "2"]}', headers });
  await call({ text: '{"name":"Ana"}\n\n}' });
  await call({ text: '{"name":"Ana"}}' });
  const found = await entries();
  expect(new Set(found.map(({ cause }) => cause)).size).toBe(3);

  const groups = await database.sql<{ requests: number }[]>`
    select requests::int from intake_groups where api_key_id = ${key.id} order by last_at`;
  expect(groups.map(({ requests }) => requests)).toEqual([2, 2, 2]);
});

it('counts requests without a valid key by step and reason, of steps that exist only', async () => {
  const own = await createTenant(database.db);
  const headers = { host: own.host };
  const path = `/api/leads/public/${own.stepId}`;
  await call({ path, headers: { ...headers, 'x-api-key': '' } });
  await call({ path, headers: { ...headers, 'x-api-key': generateSecret() } });
  await call({ path, headers: { ...headers, 'x-api-key': 'junk' } });
  const unknown = `/api/leads/public/${randomUUID()}`;
  await call({ path: unknown, headers: { ...headers, 'x-api-key': '' } });
  await call({ path: '/api/leads/public/junk', headers: { ...headers, 'x-api-key': '' } });
  await getRuntime().intakeLog.flush();
  await call({ path, headers: { ...headers, 'x-api-key': '' } });
  await getRuntime().intakeLog.flush();

  const rows = await database.sql<{ step: string; reason: string; requests: number }[]>`
    select step_id as step, reason, requests::int from keyless_requests
    where company_id = ${own.companyId} order by reason`;
  expect([...rows]).toEqual([
    { step: own.stepId, reason: 'missing', requests: 2 },
    { step: own.stepId, reason: 'unknown', requests: 2 },
  ]);
});
