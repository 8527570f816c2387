import { beforeAll, describe, expect, test } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import type { FieldRule } from '#db/values/field-mapping.ts';
import { cacheMaxAgeMs } from '../limits.ts';
import { listIgnoredFields } from '../services/api-keys/list-ignored-fields.ts';
import { rotateApiKey } from '../services/api-keys/rotate-api-key.ts';
import { saveMapping } from '../services/api-keys/save-mapping.ts';
import { getLead } from '../services/leads/get-lead.ts';
import { send } from '../testing/http-client.ts';
import { keyPepper } from '../testing/secrets.ts';
import { createFullTenant, type FullTenant, type Member } from '../testing/tenant.ts';
import { withWebServer } from '../testing/web-server.ts';

const base = withTestDatabase();
const web = withWebServer(() => base.url);
let tenant: FullTenant;
let foreign: FullTenant;
let actor: Member;
beforeAll(async () => {
  tenant = await createFullTenant(base.db);
  foreign = await createFullTenant(base.db, { applicationId: tenant.applicationId });
  actor = await tenant.newMember('admin');
});

/** Sooner than what is cached is read again without an announcement. */
const announced = { timeout: cacheMaxAgeMs - 1_000 };

type Key = Awaited<ReturnType<FullTenant['newKey']>>;
type Headers = Record<string, string>;

async function call(secret: string, body: object, headers: Headers = {}, path = '') {
  const { host, stepId } = tenant;
  return send(web.port, {
    path: `/api/leads/public/${stepId}${path}`,
    headers: { host, 'x-api-key': secret, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

async function stored(id: string | undefined) {
  const [row] = await base.sql<
    { custom_fields: object | null; ignored_fields: string[] | null }[]
  >`select custom_fields, ignored_fields from leads
    where company_id = ${tenant.companyId} and id = ${id ?? null}`;
  return row;
}

/** Creates a lead: its row, and the names in `X-Ignored-Fields`. */
async function create(secret: string, fields: object, headers?: Headers) {
  const answer = await call(secret, { name: 'Ada', ...fields }, headers);
  expect(answer.status).toBe(201);
  const { id } = (answer.json as { data: { id: string } }).data;
  return { id, ignored: answer.headers['x-ignored-fields'], row: await stored(id) };
}

const ignoredBy = (key: Key) => listIgnoredFields(base.db, actor, key);
const namesOf = async (key: Key) => (await ignoredBy(key)).map(({ name }) => name);

const kept = (...names: string[]) =>
  names.map((name): FieldRule => ({ path: [name], field: 'customFields', name }));

/** A new key with a mapping; no cache of the server knows it yet. */
async function keyWith(
  rules: FieldRule[],
  comesFrom: Parameters<typeof saveMapping>[2]['comesFrom'] = null,
): Promise<Key> {
  const key = await tenant.newKey();
  await saveMapping(base.db, actor, { id: key.id, rules, comesFrom, version: 0 });
  return key;
}
const keyThatKeeps = (...names: string[]) => keyWith(kept(...names));

describe('ignored fields', () => {
  test('are stored by name with the lead, alone and in a batch', async () => {
    const { row } = await create(tenant.secret, { city: 'Lisbon', company: { name: 'x' } });
    expect(row?.ignored_fields).toEqual(['city', 'company']);
    expect((await create(tenant.secret, { email: 'a@b.test' })).row?.ignored_fields).toBeNull();

    const leads = [{ name: 'A', city: 1 }, { name: 'B' }, { name: 'C', '"q\\u{"': 1, 'x\0y': 2 }];
    const answer = await call(tenant.secret, { leads, extra: 1 }, {}, '/batch');
    const { results } = (answer.json as { data: { results: { data: { id: string } }[] } }).data;
    const rows = await Promise.all(results.map(({ data }) => stored(data.id)));
    expect(rows.map((each) => each?.ignored_fields)).toEqual([
      ['city'],
      null,
      ['"q\\u{"', 'x\ufffdy'],
    ]);
  });

  test('are stored as the header lists them', async () => {
    const names = Array.from({ length: 400 }, (_, n) => `field${n}`);
    const { row, ignored } = await create(
      tenant.secret,
      Object.fromEntries(names.map((name) => [name, 1])),
    );
    expect(row?.ignored_fields?.map(encodeURIComponent).join(', ')).toBe(ignored);
    expect(row?.ignored_fields?.at(-1)).toBe('…');
    expect(ignored?.length).toBeLessThanOrEqual(1_024);
  });

  test('are counted once for each request, refused requests and dry runs included', async () => {
    const key = await tenant.newKey();
    await create(key.secret, { city: 'x', zip: 1 });
    await call(key.secret, { city: 'x' });
    await call(key.secret, { name: 'x', city: 'x' }, { 'x-dry-run': 'true' });
    await call(
      key.secret,
      { leads: [{ name: 'A', city: 1 }, { city: 1 }], extra: 1 },
      {},
      '/batch',
    );

    await expect
      .poll(() => ignoredBy(key))
      .toMatchObject([
        { name: 'city', requests: 4, lastSentAt: expect.any(Date), canBeMapped: true },
        { name: 'zip', requests: 1, lastSentAt: expect.any(Date), canBeMapped: true },
      ]);
    const other = await foreign.newMember('admin');
    await expect(listIgnoredFields(base.db, other, key)).rejects.toThrow('API key not found');
  });

  test('that may be personal are counted together, and cannot be mapped', async () => {
    const key = await tenant.newKey();
    const names = { 'ada@crm.test': 1, 'Order 123456': 1, 'Order 12345': 1 };
    const { ignored, row } = await create(key.secret, names);
    expect(ignored).toBe(Object.keys(names).map(encodeURIComponent).join(', '));
    expect(row?.ignored_fields).toEqual(Object.keys(names));
    await expect.poll(() => namesOf(key)).toHaveLength(2);
    expect(await ignoredBy(key)).toMatchObject([
      { name: 'Order 12345', canBeMapped: true },
      { name: '…', canBeMapped: false },
    ]);
  });

  test('that are never read cannot be mapped', async () => {
    const key = await tenant.newKey();
    await create(key.secret, {
      appId: 1,
      company_id: 2,
      custom_fields: JSON.parse('{"__proto__":1}'),
    });
    await expect.poll(() => namesOf(key)).toHaveLength(3);
    expect(await ignoredBy(key)).toMatchObject(
      Array.from({ length: 3 }, () => ({ isNeverRead: true, canBeMapped: false })),
    );
  });

  test('are not those that the mapping reads, nor a name what is left of an object', async () => {
    const key = await keyWith([
      { path: ['data', 'tel'], field: 'phones' },
      { path: ['data', 'gone'], field: 'email' },
      ...kept('city'),
    ]);
    const { ignored } = await create(key.secret, {
      data: { tel: '+5511987654321', plan: 'pro', list: [{ id: 1 }] },
      city: 'Lisbon',
      zip: 1,
    });
    expect(ignored).toBe('data.plan, data.list%5B0%5D.id, zip');
    await expect.poll(() => namesOf(key)).toHaveLength(3);
    expect(await ignoredBy(key)).toMatchObject([
      { name: 'data.list[0].id', isNeverRead: false, canBeMapped: false },
      { name: 'data.plan', isNeverRead: false, canBeMapped: false },
      { name: 'zip', canBeMapped: true },
    ]);
    const mapping = { id: key.id, rules: kept('zip'), comesFrom: null, version: 1 };
    await saveMapping(base.db, actor, mapping);
    expect(await namesOf(key)).toEqual(['data.list[0].id', 'data.plan']);
  });
});

describe('a field that is kept as a custom field', () => {
  test('is one of the next lead, until keeping stops', async () => {
    const key = await tenant.newKey();
    const before = await create(key.secret, { city: 'Lisbon' });
    expect(before).toMatchObject({ ignored: 'city', row: { custom_fields: null } });

    const mapping = { id: key.id, rules: kept('city'), comesFrom: null };
    await saveMapping(base.db, actor, { ...mapping, version: 0 });
    await expect
      .poll(async () => (await create(key.secret, { city: 'Porto' })).row, announced)
      .toEqual({ custom_fields: { city: 'Porto' }, ignored_fields: null });
    expect((await create(key.secret, { city: 'Porto' })).ignored).toBeUndefined();

    await saveMapping(base.db, actor, { ...mapping, rules: [], version: 1 });
    await expect
      .poll(async () => (await create(key.secret, { city: 'Faro' })).row, announced)
      .toEqual({ custom_fields: null, ignored_fields: ['city'] });
  });

  test('is kept in batches, and counts in dry runs', async () => {
    const { secret } = await keyThatKeeps('city');
    const answer = await call(secret, { leads: [{ name: 'A', city: 1, zip: 2 }] }, {}, '/batch');
    const { results } = (answer.json as { data: { results: { data: { id: string } }[] } }).data;
    expect(await stored(results[0]?.data.id)).toEqual({
      custom_fields: { city: 1 },
      ignored_fields: ['zip'],
    });
    expect(answer.headers['x-ignored-fields']).toBe('zip');
    const dry = await call(secret, { name: 'A', city: 1, zip: 2 }, { 'x-dry-run': 'true' });
    expect(dry.headers['x-ignored-fields']).toBe('zip');
  });

  test.each<[string, unknown, unknown]>([
    ['text', ' Lisbon ', 'Lisbon'],
    ['a list of one text', ['Lisbon'], 'Lisbon'],
    ['a number', 1.5, 1.5],
    ['a boolean', false, false],
  ])('may be %s', async (_, sent, kept) => {
    const { secret } = await keyThatKeeps('city');
    const { row, ignored } = await create(secret, { city: sent });
    expect(row?.custom_fields).toEqual({ city: kept });
    expect(ignored).toBeUndefined();
  });

  test.each<[string, unknown, unknown]>([
    ['a list', ['a', 'b'], 'a, b'],
    ['an object', { a: 1 }, '{"a":1}'],
    ['NUL', 'a\0', 'a\ufffd'],
    ['too long', 'x'.repeat(5_001), 'x'.repeat(5_000)],
  ])('is stored as other custom fields are when it is %s', async (_, sent, kept) => {
    const { secret } = await keyThatKeeps('city');
    const { row, ignored } = await create(secret, { city: sent });
    expect(row).toEqual({ custom_fields: { city: kept }, ignored_fields: null });
    expect(ignored).toBeUndefined();
  });

  test('with a blank value is absent', async () => {
    const { secret } = await keyThatKeeps('city');
    const { row } = await create(secret, { city: ' ' });
    expect(row).toEqual({ custom_fields: null, ignored_fields: null });
  });

  test('is ignored when customFields has its name', async () => {
    const { secret } = await keyThatKeeps('city', 'zip');
    const fields = { city: 'root', zip: '1', custom_fields: { city: 'own', zip: null } };
    const { row } = await create(secret, fields);
    expect(row).toEqual({ custom_fields: { city: 'own', zip: '1' }, ignored_fields: ['city'] });
  });

  test('is ignored when there are fifty custom fields', async () => {
    const { secret } = await keyThatKeeps('city', 'zip');
    const own = Object.fromEntries(Array.from({ length: 49 }, (_, n) => [`f${n}`, n]));
    const { row } = await create(secret, { city: 1, zip: 2, customFields: own });
    expect(row).toEqual({ custom_fields: { ...own, city: 1 }, ignored_fields: ['zip'] });
  });

  test('stands beside custom fields that cannot be read', async () => {
    const { secret } = await keyThatKeeps('city');
    const { row } = await create(secret, { city: 1, customFields: 'x' });
    expect(row?.custom_fields).toEqual({ city: 1 });
  });

  test('with a long name is kept under the shortened name', async () => {
    const key = await keyThatKeeps('k'.repeat(64));
    const { row } = await create(key.secret, { ['k'.repeat(80)]: 'x' });
    expect(row?.custom_fields).toEqual({ ['k'.repeat(64)]: 'x' });
  });

  test('is kept by the successor of a rotated key', async () => {
    const key = await keyThatKeeps('city');
    const { secret } = await rotateApiKey(
      base.db,
      actor,
      { id: key.id, overlap: '1h' },
      { keyPepper },
    );
    expect((await create(secret, { city: 'x' })).row?.custom_fields).toEqual({ city: 'x' });
  });

  test('counts for a repeat like any field', async () => {
    const { secret } = await keyThatKeeps('city');
    const once = { 'idempotency-key': crypto.randomUUID() };
    const { id } = await create(secret, { city: 'Lisbon' }, once);
    expect((await create(secret, { city: 'Lisbon', other: 1 }, once)).id).toBe(id);
    expect((await call(secret, { name: 'Ada', city: 'Porto' }, once)).status).toBe(422);
  });
});

describe('a mapping', () => {
  test('reads nested values before known names, in the order of its rules', async () => {
    const { secret } = await keyWith([
      { path: ['data', 'contact', 'name'], field: 'name' },
      { path: ['missing'], field: 'email' },
      { path: ['data', 'mails', 0], field: 'email' },
      { path: ['data', 'backup'], field: 'email' },
      { path: ['mobile_no'], field: 'phones' },
    ]);
    const answer = await call(secret, {
      name: 'A form',
      mobile_no: '+55 11 98765-4321',
      data: { contact: { name: 'Ana' }, mails: ['ana@crm.test'], backup: 'b@crm.test' },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers['x-ignored-fields']).toBe('data.backup, name');
    const { id } = (answer.json as { data: { id: string } }).data;
    expect(await getLead(base.db, actor, { id })).toMatchObject({
      name: 'Ana',
      email: 'ana@crm.test',
      phones: ['5511987654321'],
      ignoredFields: ['data.backup', 'name'],
    });
  });

  test('that no longer fits leaves what can be read', async () => {
    const { secret } = await keyWith([{ path: ['data', 'tel'], field: 'phones' }]);
    const { row, ignored } = await create(secret, { data: { phone: '+5511987654321' } });
    expect(ignored).toBe('data');
    expect(row?.ignored_fields).toEqual(['data']);
  });

  test('says what leads come from, before what their fields say', async () => {
    const origin = { source: 'tiktok', medium: 'paid_social', channel: 'paid_social' };
    const { secret } = await keyWith([], origin);
    const answer = await call(secret, { name: 'Ada', gclid: 'x' });
    expect(answer.json).toMatchObject({ data: origin });
    const { id } = (answer.json as { data: { id: string } }).data;
    expect((await getLead(base.db, actor, { id })).attributionReason).toEqual({
      rule: 'Set on the API key',
      overruled: [
        { rule: 'Google click ID', source: 'google', medium: 'cpc', channel: 'paid_search' },
      ],
    });
  });
});
