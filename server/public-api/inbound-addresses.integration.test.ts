import { createHmac } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import type { PresetName } from '#db/values/inbound-addresses.ts';
import { maxBodyBytes } from '../limits.ts';
import { getRuntime } from '../runtime.ts';
import { rotateApiKey } from '../services/api-keys/rotate-api-key.ts';
import { saveMapping } from '../services/api-keys/save-mapping.ts';
import { generateAddress } from '../services/api-keys/secret.ts';
import { createInboundAddress } from '../services/inbound-addresses/create-inbound-address.ts';
import { deleteInboundAddress } from '../services/inbound-addresses/delete-inbound-address.ts';
import { listInboundAddresses } from '../services/inbound-addresses/list-inbound-addresses.ts';
import {
  pauseInboundAddress,
  resumeInboundAddress,
} from '../services/inbound-addresses/pause-inbound-address.ts';
import { rotateInboundAddress } from '../services/inbound-addresses/rotate-inbound-address.ts';
import { archiveStep } from '../services/steps/archive-step.ts';
import { failed } from '../testing/contract.ts';
import { expectDocumented } from '../testing/documented.ts';
import { type Call, send } from '../testing/http-client.ts';
import { keyPepper } from '../testing/secrets.ts';
import { createTenant, type Tenant } from '../testing/tenant.ts';
import { withWebServer } from '../testing/web-server.ts';

const database = withTestDatabase();
const web = withWebServer(() => database.url);
let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant(database.db);
});

const dependencies = () => ({ keyPepper, bodySeal: getRuntime().bodySeal });
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

interface Given {
  preset?: PresetName;
  proof?: string;
  networks?: string[];
  apiKeyId?: string;
  stepId?: string;
}

async function connect({ preset = 'other', proof, networks = [], ...given }: Given = {}) {
  const key = await tenant.newKey({ rateLimit: 0 });
  const { item, address } = await createInboundAddress(
    database.db,
    tenant.system,
    {
      name: 'Form',
      stepId: tenant.stepId,
      apiKeyId: key.id,
      preset,
      networks,
      proof: proof ?? null,
      ...given,
    },
    dependencies(),
  );
  return { id: item.id, apiKeyId: item.apiKey.id, address };
}

async function submit(address: string, body: string | Uint8Array, call: Partial<Call> = {}) {
  const path = `/api/in/${address}`;
  const headers = { host: tenant.host, ...json, ...call.headers };
  const answer = await send(web.port, { path, ...call, headers, body });
  expectDocumented({ method: 'POST', path }, answer);
  return answer;
}

const leadsOf = async (apiKeyId: string) =>
  database.sql<{ name: string; email: string | null; source: string; custom: object | null }[]>`
    select name, email, source, custom_fields as custom from leads
    where company_id = ${tenant.companyId} and api_key_id = ${apiKeyId} order by id`;

async function entriesOf(apiKeyId: string) {
  await getRuntime().intakeLog.flush();
  return database.sql`
    select l.status, l.outcome, l.body, l.message, l.headers from intake_log l
    where l.company_id = ${tenant.companyId} and l.api_key_id = ${apiKeyId} order by l.id`;
}

describe('a submission', () => {
  it('is answered 200 with the lead that it became', async () => {
    const { address, apiKeyId } = await connect();
    const { status, json: body } = await submit(address, '{"name":"Ana","Which plan?":"pro"}');

    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      data: { status: 'new' },
      message: 'Lead created successfully',
    });
    expect(await leadsOf(apiKeyId)).toEqual([
      { name: 'Ana', email: null, source: 'api', custom: { 'Which plan?': 'pro' } },
    ]);
    expect(await entriesOf(apiKeyId)).toMatchObject([
      { status: 200, outcome: 'created', body: 'stored' },
    ]);
  });

  it.each<[string, Record<string, string>, string]>([
    ['a form', form, 'Name=Ana&E-mail=ana%40example.com'],
    [
      'a form with files',
      { 'content-type': 'multipart/form-data; boundary=b' },
      '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nAna\r\n--b\r\nContent-Disposition: form-data; name="email"\r\n\r\nana@example.com\r\n--b\r\nContent-Disposition: form-data; name="cv"; filename="a.txt"\r\n\r\nx\r\n--b--\r\n',
    ],
    [
      'XML',
      { 'content-type': 'text/xml' },
      '<f><name>Ana</name><email>ana@example.com</email></f>',
    ],
    ['JSON without a type', { 'content-type': '' }, '{"nome":"Ana","mail":"ana@example.com"}'],
  ])('may be %s', async (_, headers, body) => {
    const { address, apiKeyId } = await connect();
    expect((await submit(address, body, { headers })).status).toBe(200);
    expect(await leadsOf(apiKeyId)).toMatchObject([{ name: 'Ana', email: 'ana@example.com' }]);
  });

  it('is read as its tool sends it, and a retry makes no second lead', async () => {
    const { address, apiKeyId } = await connect({ preset: 'googleAds' });
    const body = JSON.stringify({
      lead_id: 'L1',
      user_column_data: [
        { column_id: 'FULL_NAME', string_value: 'Ana' },
        { column_id: 'EMAIL', string_value: 'ana@example.com' },
      ],
    });
    const first = await submit(address, body);
    const second = await submit(address, body);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.json).toMatchObject({ data: (first.json as { data: object }).data });
    expect(await leadsOf(apiKeyId)).toMatchObject([{ name: 'Ana', source: 'google' }]);
  });

  it('of a person who has written before is no second lead', async () => {
    const { address, apiKeyId } = await connect({ preset: 'whatsappEvolution' });
    const message = (text: string) =>
      JSON.stringify({
        event: 'messages.upsert',
        data: {
          key: { remoteJid: '5531912345678@s.whatsapp.net', fromMe: false },
          pushName: 'Ana',
          message: { conversation: text },
        },
      });
    await submit(address, message('Hello'));
    expect((await submit(address, message('Are you there?'))).status).toBe(200);
    expect(await leadsOf(apiKeyId)).toHaveLength(1);
  });

  it('without a person is answered without a lead', async () => {
    const { address, apiKeyId } = await connect({ preset: 'calCom' });
    const body = '{"triggerEvent":"PING","payload":{}}';
    expect((await submit(address, body)).json).toMatchObject({ success: true, data: null });
    expect(await entriesOf(apiKeyId)).toMatchObject([{ outcome: 'answered' }]);
  });
});

describe('a submission of which no lead can be made', () => {
  it.each([
    ['an unknown shape', '{"contact":{"who":"Ana"}}'],
    ['no form at all', '{"name": "Ana'],
    ['bytes', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41])],
  ])('is held and answered 200: %s', async (_, body) => {
    const { address, apiKeyId } = await connect();
    expect((await submit(address, body)).json).toMatchObject({
      success: true,
      data: null,
      message: 'Held until it can be made a lead',
    });
    // It is stored before it is answered.
    const [entry] = await database.sql`
      select l.outcome, b.sealed from intake_log l
      join request_bodies b on b.company_id = l.company_id and b.subject_id = l.id and b.id = l.id
      where l.company_id = ${tenant.companyId} and l.api_key_id = ${apiKeyId}`;
    expect(entry).toMatchObject({ outcome: 'held' });
    expect(await entriesOf(apiKeyId)).toHaveLength(1);
  });

  it('is read with the mapping of the key from then on', async () => {
    const { address, apiKeyId } = await connect();
    const body = '{"contact":{"who":"Ana"}}';
    await submit(address, body);
    const rules = [{ path: ['contact', 'who'], field: 'name' as const }];
    const admin = await tenant.newMember('admin');
    const mapping = { id: apiKeyId, version: 0, rules, comesFrom: null };
    await saveMapping(database.db, admin, mapping);
    await expect
      .poll(async () => {
        await submit(address, body);
        return leadsOf(apiKeyId);
      })
      .toMatchObject([{ name: 'Ana' }]);
  });

  it('is held while its step is archived', async () => {
    const step = await tenant.newStep();
    const { address, apiKeyId } = await connect({ stepId: step.id });
    await archiveStep(database.db, tenant.system, { id: step.id });
    expect((await submit(address, '{"name":"Ana"}')).status).toBe(200);
    expect(await entriesOf(apiKeyId)).toMatchObject([{ outcome: 'held' }]);
  });

  it('is refused where the company stores no requests', async () => {
    const { address } = await connect();
    await database.sql`
      update companies set body_retention_days = 0 where id = ${tenant.companyId}`;
    await database.sql`select pg_notify('leadgate', 'keys')`;
    try {
      await expect
        .poll(async () => (await submit(address, '{"contact":{"who":"Ana"}}')).status)
        .toBe(400);
    } finally {
      await database.sql`
        update companies set body_retention_days = 30 where id = ${tenant.companyId}`;
    }
  });

  it('is refused over 64 KiB', async () => {
    const { address } = await connect();
    const { status } = await submit(address, `{"name":"${'x'.repeat(maxBodyBytes)}"}`);
    expect(status).toBe(413);
  });
});

describe('an address', () => {
  let connected: Awaited<ReturnType<typeof connect>>;
  beforeEach(async () => {
    connected = await connect();
  });
  const status = async (address = connected.address) =>
    (await submit(address, '{"name":"Ana"}')).status;

  it('gives one answer to guesses, and to those of other applications', async () => {
    const other = await createTenant(database.db);
    const unknown = failed('Unknown inbound address');
    for (const address of [generateAddress(), 'in_1', connected.address]) {
      const headers = { host: other.host };
      const answer = await submit(address, '{"name":"Ana"}', { headers });
      expect([answer.status, answer.json]).toEqual([404, unknown]);
    }
  });

  it('is refused with 503 while it is paused', async () => {
    const { id } = connected;
    await pauseInboundAddress(database.db, tenant.system, { id });
    await expect.poll(() => status()).toBe(503);
    const { headers } = await submit(connected.address, '{"name":"Ana"}');
    expect(headers['retry-after']).toBe('300');
    expect(await entriesOf(connected.apiKeyId)).toMatchObject(
      Array.from({ length: 2 }, () => ({ outcome: 'refused', body: 'stored' })),
    );
    await resumeInboundAddress(database.db, tenant.system, { id });
    await expect.poll(() => status()).toBe(200);
  });

  it('works beside its successor for the overlap', async () => {
    const rotate = (overlap: 'now' | '1h') =>
      rotateInboundAddress(
        database.db,
        tenant.system,
        { id: connected.id, overlap },
        dependencies(),
      );
    const second = await rotate('1h');
    await expect.poll(() => status(second.address)).toBe(200);
    expect(await status()).toBe(200);
    const third = await rotate('now');
    const all = async () => [
      await status(),
      await status(second.address),
      await status(third.address),
    ];
    await expect.poll(all).toEqual([404, 404, 200]);
  });

  it('is unknown once it is deleted', async () => {
    const { id } = connected;
    await deleteInboundAddress(database.db, tenant.system, { id, name: 'Form' });
    await expect.poll(() => status()).toBe(404);
  });

  it.each([
    ['deactivated_at', 'Invalid or inactive API Key'],
    ['expires_at', 'API Key has expired'],
  ])('does not work when its key does not: %s', async (column, error) => {
    const { sql } = database;
    const past = new Date(Date.now() - 1_000).toISOString();
    await sql`
      update api_keys set ${sql(column)} = ${past}
      where company_id = ${tenant.companyId} and id = ${connected.apiKeyId}`;
    await sql`select pg_notify('leadgate', 'keys')`;
    await expect.poll(() => status()).toBe(401);
    expect((await submit(connected.address, '{}')).json).toEqual(failed(error));
  });

  it.each(['now', '1h'] as const)('survives a rotation of its key: %s', async (overlap) => {
    const { key: successor, secret } = await rotateApiKey(
      database.db,
      tenant.system,
      { id: connected.apiKeyId, overlap },
      dependencies(),
    );
    const keyOf = async () => {
      const [item] = await listInboundAddresses(database.db, tenant.system, {}).then((all) =>
        all.filter(({ id }) => id === connected.id),
      );
      return item?.apiKey.id;
    };
    if (overlap === '1h') expect(await keyOf()).toBe(connected.apiKeyId);
    expect(await status()).toBe(200);
    await send(web.port, {
      path: `/api/leads/public/${tenant.stepId}`,
      headers: { host: tenant.host, ...json, 'x-api-key': secret },
      body: '{"name":"Ana"}',
    });
    await getRuntime().usage.flush();
    expect(await keyOf()).toBe(successor.id);
    expect(await status()).toBe(200);
  });

  it('is limited by the rate of its key', async () => {
    const key = await tenant.newKey({ rateLimit: 1 });
    const { address } = await connect({ apiKeyId: key.id });
    const answers = [];
    for (let sent = 0; sent < 4; sent += 1) answers.push(await submit(address, '{"name":"Ana"}'));
    const limited = answers.find((answer) => answer.status === 429);
    expect(Number(limited?.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('takes POST only', async () => {
    const path = `/api/in/${connected.address}`;
    const call = (method: string) =>
      send(web.port, { method, path, headers: { host: tenant.host } });
    expect((await call('PUT')).status).toBe(405);
    const { status: got, headers } = await call('GET');
    expect([got, headers.allow]).toEqual([405, 'POST']);
  });

  it('of WhatsApp repeats the challenge of Meta, and nothing else', async () => {
    const { address } = await connect({ preset: 'whatsappCloud' });
    const ask = (text: string) =>
      send(web.port, {
        method: 'GET',
        path: `/api/in/${address}?hub.mode=subscribe&hub.verify_token=any&hub.challenge=${text}`,
        headers: { host: tenant.host },
      });
    const confirmed = await ask('1158201444');
    expect([confirmed.status, confirmed.text]).toEqual([200, '1158201444']);
    expect(confirmed.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect((await ask('%3Cb%3E')).status).toBe(405);
  });
});

describe('a proof of the sender', () => {
  const secret = 'signing-secret';
  const body = '{"name":"Ana","google_key":"signing-secret"}';
  const hmac = (encoding: 'base64' | 'hex', text = body) =>
    createHmac('sha256', secret).update(text).digest(encoding);

  it.each<[PresetName, Record<string, string>]>([
    ['typeform', { 'typeform-signature': `sha256=${hmac('base64')}` }],
    ['tally', { 'tally-signature': hmac('base64') }],
    ['calCom', { 'x-cal-signature-256': hmac('hex') }],
    ['whatsappCloud', { 'x-hub-signature-256': `sha256=${hmac('hex')}` }],
    [
      'webflow',
      { 'x-webflow-timestamp': '1700', 'x-webflow-signature': hmac('hex', `1700:${body}`) },
    ],
  ])('is wanted of %s where its secret was entered', async (preset, headers) => {
    const { address, apiKeyId } = await connect({ preset, proof: secret });
    const forged = await submit(address, body);
    expect([forged.status, forged.json]).toEqual([401, failed('The sender could not be verified')]);
    expect((await submit(address, body, { headers })).status).toBe(200);
    const changed = await submit(address, body.replace('Ana', 'Bob'), { headers });
    expect(changed.status).toBe(401);
    expect(await entriesOf(apiKeyId)).toContainEqual(
      expect.objectContaining({ status: 401, outcome: 'refused' }),
    );
  });

  it('is in the body of Google Ads', async () => {
    const { address } = await connect({ preset: 'googleAds', proof: secret });
    expect((await submit(address, body)).status).toBe(200);
    expect((await submit(address, '{"name":"Ana","google_key":"guess"}')).status).toBe(401);
  });

  it('may be the network that it comes from', async () => {
    const local = await connect({ networks: ['127.0.0.0/8', '::1'] });
    expect((await submit(local.address, body)).status).toBe(200);
    const elsewhere = await connect({ networks: ['192.0.2.0/24'] });
    expect((await submit(elsewhere.address, body)).status).toBe(401);
  });
});
