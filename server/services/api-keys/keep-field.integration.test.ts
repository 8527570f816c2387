import { beforeEach, expect, test } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { keptFieldsPerKey } from '#db/values/limits.ts';
import { readAuditLog } from '#server/testing/audit-log.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { InvalidError, LimitReachedError, NotFoundError } from '../errors.ts';
import { keepField, stopKeepingField } from './keep-field.ts';
import { listIgnoredFields } from './list-ignored-fields.ts';

const base = withTestDatabase();
let actor: UserActor;
let tenant: FullTenant;
let foreign: FullTenant;
beforeEach(async () => {
  ({ actor, tenant, foreign } = await createTenants(base.db, 'admin'));
});

const field = (name: string) => ({ id: tenant.key.id, name });
const list = () => listIgnoredFields(base.db, actor, tenant.key);

test('keeps a field once, records it once, and ignores it again', async () => {
  for (const name of ['city', 'zip', 'city']) await keepField(base.db, actor, field(name));
  expect(await list()).toEqual({ kept: ['city', 'zip'], ignored: [] });

  for (const name of ['city', 'city']) await stopKeepingField(base.db, actor, field(name));
  expect((await list()).kept).toEqual(['zip']);
  expect((await readAuditLog(base, tenant.companyId)).map(({ action }) => action)).toEqual([
    'apiKeys.keepField',
    'apiKeys.keepField',
    'apiKeys.stopKeepingField',
  ]);
});

test('lists ignored fields by name, without the kept ones', async () => {
  await base.sql`
    insert into key_ignored_fields (company_id, api_key_id, name, requests, last_sent_at)
    select ${tenant.companyId}, ${tenant.key.id}, name, length(name), now()
    from unnest(array['b', 'a', 'city', 'appId']) name`;
  await keepField(base.db, actor, field('city'));

  const { kept, ignored } = await list();
  expect(kept).toEqual(['city']);
  expect(ignored.map(({ name, canBeKept }) => [name, canBeKept])).toEqual([
    ['a', true],
    ['appId', false],
    ['b', true],
  ]);
});

test('keeps as many fields as a lead may have custom fields', async () => {
  await base.sql`
    update api_keys set kept_fields = array(select 'f' || n from generate_series(1, ${keptFieldsPerKey}::int) n)
    where company_id = ${tenant.companyId} and id = ${tenant.key.id}`;
  await keepField(base.db, actor, field('f1'));
  await expect(keepField(base.db, actor, field('city'))).rejects.toThrow(LimitReachedError);

  await stopKeepingField(base.db, actor, field('f1'));
  await keepField(base.db, actor, field('city'));
  expect((await list()).kept).toHaveLength(keptFieldsPerKey);
});

test.each(['appId', 'app_id', 'companyId', 'company_id', '__proto__', 'customFields.__proto__'])(
  'does not keep %s, which is never read',
  async (name) => {
    await expect(keepField(base.db, actor, field(name))).rejects.toThrow(InvalidError);
  },
);

test("neither shows nor changes another company's key", async () => {
  const { id } = foreign.key;
  await expect(keepField(base.db, actor, { id, name: 'city' })).rejects.toThrow(NotFoundError);
  await expect(stopKeepingField(base.db, actor, { id, name: 'city' })).rejects.toThrow(
    NotFoundError,
  );
  await expect(listIgnoredFields(base.db, actor, { id })).rejects.toThrow(NotFoundError);
});
