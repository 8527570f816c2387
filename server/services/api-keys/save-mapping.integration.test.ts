import { beforeEach, expect, test } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import type { FieldRule } from '#db/values/field-mapping.ts';
import { readAuditLog } from '#server/testing/audit-log.ts';
import { keyPepper } from '#server/testing/secrets.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { SystemActor, UserActor } from '../actor.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import { getMapping } from './get-mapping.ts';
import { rotateApiKey } from './rotate-api-key.ts';
import { saveMapping } from './save-mapping.ts';

const base = withTestDatabase();
let actor: UserActor;
let tenant: FullTenant;
let foreign: FullTenant;
beforeEach(async () => {
  ({ actor, tenant, foreign } = await createTenants(base.db, 'admin'));
});

const phone: FieldRule = { path: ['data', 'tel'], field: 'phones' };
const city: FieldRule = { path: ['city'], field: 'customFields', name: 'city' };
const tiktok = { source: 'tiktok', medium: 'paid_social', channel: 'paid_social' };

type Given = Partial<Parameters<typeof saveMapping>[2]>;
const save = (version: number, given: Given = {}, by: UserActor | SystemActor = actor) =>
  saveMapping(base.db, by, { id: tenant.key.id, rules: [], comesFrom: null, version, ...given });
const get = (id = tenant.key.id) => getMapping(base.db, actor, { id });

test('has no version before the first', async () => {
  expect(await get()).toEqual({ version: 0, rules: [], comesFrom: null, versions: [] });
});

test('keeps each version, with who and when, and takes an earlier one again', async () => {
  expect(await save(0, { rules: [phone], comesFrom: tiktok })).toMatchObject({ version: 1 });
  const commandLine = {
    kind: 'system',
    name: 'Command line',
    companyId: tenant.companyId,
  } as const;
  expect(await save(1, { rules: [city, phone] }, commandLine)).toMatchObject({ version: 2 });
  const { versions, ...newest } = await get();
  expect(newest).toEqual({ version: 2, rules: [city, phone], comesFrom: null });
  const first = { version: 1, rules: [phone], comesFrom: tiktok };
  const createdAt = expect.any(Date);
  expect(versions).toEqual([
    { ...newest, createdAt, createdBy: null },
    { ...first, createdAt, createdBy: actor.name },
  ]);

  const { rules, comesFrom } = first;
  await save(2, { rules, comesFrom });
  expect(await get()).toMatchObject({ ...first, version: 3 });
});

test('does not store an equal mapping again; the order of rules counts', async () => {
  await save(0, { rules: [phone, city] });
  expect(await save(1, { rules: [phone, city] })).toMatchObject({ version: 1 });
  expect(await save(1, { rules: [city, phone] })).toMatchObject({ version: 2 });
  expect(await readAuditLog(base, tenant.companyId)).toHaveLength(2);
});

test('refuses a change of a version that is no longer in use', async () => {
  await save(0, { rules: [phone] });
  await expect(save(0, { rules: [city] })).rejects.toThrow(ConflictError);

  const both = await Promise.allSettled([save(1, { rules: [city] }), save(1, { rules: [] })]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await get()).toMatchObject({ version: 2 });
});

test('goes to the successor of a rotated key, with all versions', async () => {
  await save(0, { rules: [phone] });
  await save(1, { rules: [city], comesFrom: tiktok });
  const old = await get();
  const { key } = await rotateApiKey(
    base.db,
    actor,
    { id: tenant.key.id, overlap: '1h' },
    { keyPepper },
  );

  expect(await get(key.id)).toEqual(old);
});

test("neither shows nor changes another company's key", async () => {
  const { id } = foreign.key;
  await expect(save(0, { id, rules: [phone] })).rejects.toThrow(NotFoundError);
  await expect(get(id)).rejects.toThrow(NotFoundError);
});
