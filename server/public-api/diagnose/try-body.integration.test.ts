import { beforeAll, expect, test } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { send } from '#server/testing/http-client.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import { withWebServer } from '#server/testing/web-server.ts';
import type { UserActor } from '../../services/actor.ts';
import { saveMapping } from '../../services/api-keys/save-mapping.ts';
import { NotFoundError } from '../../services/errors.ts';
import { tryBody } from './try-body.ts';

const base = withTestDatabase();
const web = withWebServer(() => base.url);

type Key = Awaited<ReturnType<FullTenant['newKey']>>;
let actor: UserActor;
let tenant: FullTenant;
let foreign: FullTenant;
let key: Key;
beforeAll(async () => {
  ({ actor, tenant, foreign } = await createTenants(base.db, 'admin'));
  await base.sql`update companies set country = 'BR' where id = ${tenant.companyId}`;
  key = await tenant.newKey();
  await saveMapping(base.db, actor, {
    id: key.id,
    rules: [
      { path: ['data', 'fone'], field: 'phones' },
      { path: ['city'], field: 'customFields', name: 'Town' },
    ],
    comesFrom: { source: 'tiktok', medium: 'paid_social', channel: 'paid_social' },
    version: 0,
  });
});

/** In a transaction that can write nothing. */
const attempt = (body: unknown, id: string | null = key.id) =>
  base.db.transaction(
    (tx) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return tryBody(tx as unknown as typeof base.db, actor, { id, body: text });
    },
    { accessMode: 'read only' },
  );

async function call(body: unknown, path = '') {
  const { status, headers, json } = await send(web.port, {
    path: `/api/leads/public/${tenant.stepId}${path}`,
    headers: {
      host: tenant.host,
      'x-api-key': key.secret,
      'content-type': 'application/json',
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const names = (header: string) => decodeURIComponent(String(headers[header] ?? ''));
  return { status, names, ...(json as { error?: string; data: Record<string, unknown> }) };
}

const leads = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `Ana ${n}` }));

const bodies: [what: string, body: unknown][] = [
  ['what the mapping reads', { nome: 'Bia', data: { fone: '11 98765-4321' }, city: 'Faro' }],
  ['names that are not read', { name: 'Caio', plan: { name: 'pro' }, email: 'x', gclid: 'y' }],
  ['numbers that a double would change', '{"name": "Davi", "lead_id": 12345678901234567890}'],
  ['no person', { properties: { firstname: 'Eva', email: 'eva@example.com' } }],
  ['a list', '[]'],
  ['a number', '12'],
  ['nothing', ''],
  ['a web page', '<!doctype html><title>502</title>'],
  ['JSON with a comma too many', '{"name": "Ana",}'],
  ['JSON that is too deep', `{"name":"Ana","x":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
  ['more than a lead may have', { name: 'é'.repeat(40_000) }],
];

test.each(bodies)('says what a call with %s gives, and stores nothing', async (_, body) => {
  const tried = await attempt(body);
  const real = await call(body);
  expect(tried).toMatchObject({ isBatch: false, total: 1, refused: real.status === 201 ? 0 : 1 });
  const [lead] = tried.leads;
  expect(lead).toMatchObject({
    status: real.status,
    ignored: real.names('x-ignored-fields'),
    unread: real.names('x-unread-fields'),
  });
  if (lead?.status !== 201) {
    expect(tried.canonical).toBeNull();
    return expect(lead?.error).toBe(real.error);
  }
  const { source, medium, channel, fields } = lead;
  expect({ source, medium, channel }).toEqual({
    source: real.data.source,
    medium: real.data.medium,
    channel: real.data.channel,
  });
  const [row] = await base.sql`
    select name, phones, external_lead_id, custom_fields from leads where id = ${String(real.data.id)}`;
  expect(row).toEqual({
    name: fields.name,
    phones: fields.phones ?? [],
    external_lead_id: fields.externalLeadId ?? null,
    custom_fields: fields.customFields ?? null,
  });
});

test.each<[what: string, batch: unknown]>([
  ['leads', { leads: [{ name: 'Ana', x: 1 }, { phone: 'none' }, 4] }],
  ['no lead', { leads: [] }],
  ['more leads than a batch may have', { leads: leads(501) }],
])('says what a batch with %s gives', async (_, batch) => {
  const tried = await attempt(batch);
  const real = await call(batch, '/batch');
  if (real.status !== 200) {
    expect(tried.leads).toMatchObject([{ status: real.status, error: real.error }]);
    return;
  }
  expect(tried.isBatch).toBe(true);
  expect(tried.refused).toBe(real.data.failed);
  expect(tried.leads).toMatchObject(
    (real.data.results as { status: number; error?: string }[]).map(({ status, error }) =>
      error === undefined ? { status } : { status, error },
    ),
  );
});

test('shows the first ten leads of a batch, and counts all', async () => {
  const tried = await attempt({ leads: leads(12) });
  expect(tried).toMatchObject({ total: 12, refused: 0 });
  expect(tried.leads).toHaveLength(10);
  expect(JSON.parse(tried.canonical ?? '')).toEqual({ leads: leads(12) });
});

test('gives the same lead under the published names, with all that was sent', async () => {
  const { canonical } = await attempt({
    'First Name': 'Ana',
    last_name: 'Lima',
    data: { fone: '11 98765-4321', plan: { size: 2 } },
    tel: '12',
    mail: 'ana at example',
    city: 'Faro',
    tags: ['a', 'b'],
    empty: '',
    companyId: 'c',
    is_test: true,
  });
  expect(JSON.parse(canonical ?? '')).toEqual({
    name: 'Ana Lima',
    phones: ['+5511987654321', '12'],
    email: 'ana at example',
    customFields: { Town: 'Faro', 'data.plan.size': 2, tags: ['a', 'b'] },
    is_test: true,
  });
  const [again] = (await attempt(canonical)).leads;
  expect(again).toMatchObject({
    status: 201,
    ignored: '',
    unread: 'phones, email',
    warnings: expect.stringContaining('email: must be an email address'),
  });
});

test('leaves out a name that was made of something else', async () => {
  const { canonical } = await attempt({ phone: '11 98765-4321' });
  expect(JSON.parse(canonical ?? '')).toEqual({ phones: ['+5511987654321'] });
});

test('reads by the country of the company without a key', async () => {
  const { leads } = await attempt({ phone: '11 98765-4321', city: 'Faro' }, null);
  expect(leads).toMatchObject([
    { fields: { phones: ['5511987654321'] }, ignored: 'city', source: 'api' },
  ]);
});

test("does not read with another company's key", async () => {
  await expect(attempt({ name: 'Ana' }, foreign.key.id)).rejects.toThrow(NotFoundError);
});
