import { beforeEach, describe, expect, test } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { keyPepper } from '#server/testing/secrets.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { ConflictError, InvalidError, LimitReachedError, NotFoundError } from '../errors.ts';
import { activateApiKey } from './activate-api-key.ts';
import { createApiKey } from './create-api-key.ts';
import { deactivateApiKey } from './deactivate-api-key.ts';
import { deleteApiKey } from './delete-api-key.ts';
import { getApiKey } from './get-api-key.ts';
import { listApiKeys } from './list-api-keys.ts';
import { rotateApiKey } from './rotate-api-key.ts';
import { hashSecret, isWellFormedSecret } from './secret.ts';
import { updateApiKey } from './update-api-key.ts';

const base = withTestDatabase();
const hour = 3_600_000;
const ahead = (milliseconds: number) => new Date(Date.now() + milliseconds);
const settings = {
  name: 'Website',
  permissions: ['leads:create'] as const,
  expiresAt: null,
  funnelIds: [],
  stepIds: [],
};

let actor: UserActor;
let tenant: FullTenant;
let foreign: FullTenant;

beforeEach(async () => {
  ({ actor, tenant, foreign } = await createTenants(base.db, 'admin'));
});

const create = (overrides: Partial<Parameters<typeof createApiKey>[2]> = {}) =>
  createApiKey(base.db, actor, { ...settings, ...overrides }, { keyPepper });
const rotate = (id: string, overlap: 'now' | '1h' | '24h' = '24h') =>
  rotateApiKey(base.db, actor, { id, overlap }, { keyPepper });
const get = (id: string) => getApiKey(base.db, actor, { id });
const use = (id: string, at: Date) =>
  base.sql`update api_keys set first_used_at = ${at.toISOString()} where id = ${id}`;

describe('create', () => {
  test('gives the secret once and stores its hash', async () => {
    const { key, secret } = await create({
      funnelIds: [tenant.funnel.id],
      stepIds: [tenant.step.id],
    });
    const [stored] = await base.sql`select * from api_keys where id = ${key.id}`;

    expect(isWellFormedSecret(secret)).toBe(true);
    expect(stored?.secret_hash).toEqual(Buffer.from(hashSecret(keyPepper, secret)));
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(key).toMatchObject({
      name: 'Website',
      status: 'active',
      hint: `${secret.slice(0, 7)}…${secret.slice(-4)}`,
      permissions: ['leads:create'],
      createdBy: actor.name,
      funnels: [{ id: tenant.funnel.id, name: tenant.funnel.name, archived: false }],
      steps: [
        {
          id: tenant.step.id,
          name: tenant.step.name,
          funnelId: tenant.funnel.id,
          funnelName: tenant.funnel.name,
          archived: false,
        },
      ],
      requestsLast24h: 0,
      successor: null,
    });
    expect(key.createdAt).toBeInstanceOf(Date);
  });

  test('refuses an expiry that has passed, far ones included', async () => {
    for (const expiresAt of [ahead(-1_000).toISOString(), '0000-01-01T00:00:00Z']) {
      await expect(create({ expiresAt })).rejects.toThrow(InvalidError);
    }
    const { key } = await create({ expiresAt: '9999-12-31T23:59:59Z' });
    expect((await get(key.id)).expiresAt).toEqual(new Date('9999-12-31T23:59:59Z'));
  });

  test('refuses funnels and steps of another company and stores nothing', async () => {
    await expect(create({ funnelIds: [foreign.funnel.id] })).rejects.toThrow(NotFoundError);
    await expect(create({ stepIds: [tenant.step.id, foreign.step.id] })).rejects.toThrow(
      NotFoundError,
    );
    expect((await listApiKeys(base.db, actor, { filter: 'all' })).counts.all).toBe(2);
  });

  test('stops at a thousand keys, deleted ones not counted', async () => {
    await base.sql`
      insert into api_keys (company_id, id, name, secret_hash, prefix, last4, permissions)
      select ${tenant.companyId}, gen_random_uuid(), 'k' || i, sha256((${tenant.companyId} || i)::bytea), 'lk_0000', '0000', '{}'
      from generate_series(1, 998) i`;
    await expect(create()).rejects.toThrow(LimitReachedError);
    await expect(rotate(tenant.key.id)).rejects.toThrow(LimitReachedError);

    await deleteApiKey(base.db, actor, {
      id: tenant.inactiveKey.id,
      name: tenant.inactiveKey.name,
    });
    const { key } = await create();
    expect((await get(key.id)).status).toBe('active');
  });
});

test('the list gives the status by the clock of the database and counts each filter', async () => {
  const past = ahead(-hour);
  const soon = await tenant.newKey({ expiresAt: ahead(6 * 24 * hour) });
  const later = await tenant.newKey({ expiresAt: ahead(8 * 24 * hour) });
  const expired = await tenant.newKey({ expiresAt: past });
  const retiring = await tenant.newKey({ deactivatedAt: ahead(hour) });
  const both = await tenant.newKey({ expiresAt: past, deactivatedAt: past });
  await tenant.newKey({ deactivatedAt: past, deletedAt: past });

  const all = await listApiKeys(base.db, actor, { filter: 'all' });
  const statuses = new Map(all.items.map((key) => [key.id, key.status]));
  expect(statuses).toEqual(
    new Map([
      [tenant.key.id, 'active'],
      [tenant.inactiveKey.id, 'inactive'],
      [soon.id, 'expiresSoon'],
      [later.id, 'active'],
      [expired.id, 'expired'],
      [retiring.id, 'retiring'],
      [both.id, 'inactive'],
    ]),
  );
  expect(all.counts).toEqual({ all: 7, active: 4, inactive: 2, expired: 1 });
  for (const filter of ['active', 'inactive', 'expired'] as const) {
    const { items } = await listApiKeys(base.db, actor, { filter });
    expect(items).toHaveLength(all.counts[filter]);
  }
});

test('requests of the last 24 hours are summed, older ones not', async () => {
  const { companyId, key } = tenant;
  await base.sql`
    insert into key_usage (company_id, api_key_id, hour, requests)
    select ${companyId}, ${key.id}, date_trunc('hour', now()) - make_interval(hours => ago), 10 + ago
    from unnest(array[0, 5, 30]) ago`;

  expect((await get(key.id)).requestsLast24h).toBe(25);
});

test('update replaces name, expiry and access; an expired key may keep its expiry', async () => {
  const { key } = await create({ stepIds: [tenant.step.id] });
  const updated = await updateApiKey(base.db, actor, {
    id: key.id,
    ...settings,
    name: 'Renamed',
    stepIds: [tenant.otherStep.id],
    funnelIds: [tenant.funnel.id],
  });
  expect(updated).toMatchObject({
    name: 'Renamed',
    steps: [{ id: tenant.otherStep.id }],
    funnels: [{ id: tenant.funnel.id }],
  });

  const past = ahead(-hour);
  const expired = await tenant.newKey({ expiresAt: past });
  const change = { id: expired.id, ...settings };
  await expect(
    updateApiKey(base.db, actor, { ...change, expiresAt: past.toISOString() }),
  ).resolves.toMatchObject({ status: 'expired', name: 'Website' });
  await expect(
    updateApiKey(base.db, actor, { ...change, expiresAt: ahead(-2 * hour).toISOString() }),
  ).rejects.toThrow(InvalidError);
});

test('deactivate and activate, each twice, come out the same', async () => {
  const { id } = tenant.key;
  const first = await deactivateApiKey(base.db, actor, { id });
  const second = await deactivateApiKey(base.db, actor, { id });
  expect(first.status).toBe('inactive');
  expect(second.deactivatedAt).toEqual(first.deactivatedAt);

  expect(await activateApiKey(base.db, actor, { id })).toMatchObject({
    status: 'active',
    deactivatedAt: null,
  });
  expect((await activateApiKey(base.db, actor, { id })).status).toBe('active');
});

test('delete wants an inactive or expired key and its name, and is final', async () => {
  const { key, inactiveKey } = tenant;
  const remove = (id: string, name: string) => deleteApiKey(base.db, actor, { id, name });

  await expect(remove(key.id, key.name)).rejects.toThrow(ConflictError);
  await expect(remove(inactiveKey.id, 'another')).rejects.toThrow(InvalidError);
  await expect(remove(inactiveKey.id, inactiveKey.name)).resolves.toEqual({ id: inactiveKey.id });

  await expect(get(inactiveKey.id)).rejects.toThrow(NotFoundError);
  await expect(activateApiKey(base.db, actor, { id: inactiveKey.id })).rejects.toThrow(
    NotFoundError,
  );
  expect((await listApiKeys(base.db, actor, { filter: 'all' })).items).toHaveLength(1);
});

describe('rotate', () => {
  test('passes name, access and expiry on; the old key goes on until the new one is used', async () => {
    const expiresAt = ahead(30 * 24 * hour).toISOString();
    const { key: old } = await create({
      expiresAt,
      funnelIds: [tenant.funnel.id],
      stepIds: [tenant.step.id],
    });
    const { key: fresh, secret } = await rotate(old.id);

    expect(isWellFormedSecret(secret)).toBe(true);
    expect(fresh).toMatchObject({
      name: old.name,
      permissions: old.permissions,
      funnels: old.funnels,
      steps: old.steps,
      expiresAt: old.expiresAt,
      status: 'active',
    });
    expect(await get(old.id)).toMatchObject({
      status: 'active',
      deactivatedAt: null,
      successor: { id: fresh.id, hint: fresh.hint, overlapSeconds: 86_400 },
    });
  });

  test('without overlap the old key stops at once and for good', async () => {
    await rotate(tenant.key.id, 'now');

    expect((await get(tenant.key.id)).status).toBe('inactive');
    await expect(activateApiKey(base.db, actor, { id: tenant.key.id })).rejects.toThrow(
      ConflictError,
    );
  });

  test('check 8: ten at once have one winner and leave no key behind', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => rotate(tenant.key.id)),
    );
    const reasons = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason] : [],
    );

    expect(reasons).toHaveLength(9);
    for (const reason of reasons)
      expect(reason).toEqual(new ConflictError('This key was already rotated'));
    expect((await listApiKeys(base.db, actor, { filter: 'all' })).counts.all).toBe(3);
  });

  test('refuses keys that no longer work', async () => {
    const expired = await tenant.newKey({ expiresAt: ahead(-hour) });
    for (const { id } of [tenant.inactiveKey, expired]) {
      await expect(rotate(id)).rejects.toThrow(ConflictError);
    }
    await expect(rotate(foreign.key.id)).rejects.toThrow(NotFoundError);
  });

  test('a rotated key that was deactivated gets its overlap back, not more', async () => {
    const { id } = tenant.key;
    const { key: fresh } = await rotate(id, '1h');
    await deactivateApiKey(base.db, actor, { id });
    expect(await activateApiKey(base.db, actor, { id })).toMatchObject({
      status: 'active',
      deactivatedAt: null,
    });

    const firstUse = ahead(-hour / 2);
    await use(fresh.id, firstUse);
    await deactivateApiKey(base.db, actor, { id });
    expect(await activateApiKey(base.db, actor, { id })).toMatchObject({
      status: 'retiring',
      deactivatedAt: new Date(firstUse.getTime() + hour),
    });

    await use(fresh.id, ahead(-2 * hour));
    await deactivateApiKey(base.db, actor, { id });
    await expect(activateApiKey(base.db, actor, { id })).rejects.toThrow(ConflictError);
  });

  test('deleting a successor that was never used lets the old key be rotated again', async () => {
    const { id } = tenant.key;
    const { key: lost } = await rotate(id);
    await deactivateApiKey(base.db, actor, { id: lost.id });
    await deleteApiKey(base.db, actor, { id: lost.id, name: lost.name });

    expect((await get(id)).successor).toBeNull();
    const { key: next } = await rotate(id);
    expect((await get(id)).successor).toMatchObject({ id: next.id });
  });
});
