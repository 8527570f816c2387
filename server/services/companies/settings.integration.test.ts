import { afterAll, expect, test } from 'vitest';
import { createApplication } from '#db/factories/applications.ts';
import { withTestDatabase } from '#db/testing.ts';
import { ChangeListener } from '#server/events/change-listener.ts';
import { KeyCache } from '#server/intake/caches.ts';
import { cacheMaxAgeMs } from '#server/limits.ts';
import { keyPepper } from '#server/testing/secrets.ts';
import { companySettings, createTenant } from '#server/testing/tenant.ts';
import { createCompany } from './create-company.ts';
import { updateCompany } from './update-company.ts';

const base = withTestDatabase();
let changes: ChangeListener | undefined;
afterAll(() => changes?.close());

const countryOf = async (id: string) =>
  (await base.sql`select country from companies where id = ${id}`)[0]?.country;

test('a new company gets the country that is given, else that of its time zone', async () => {
  const { slug: applicationSlug } = await createApplication(base.db);
  const create = async (slug: string, options: { timeZone: string; country?: string }) => {
    const { id } = await createCompany(base.db, { slug, name: slug, applicationSlug, ...options });
    return countryOf(id);
  };

  expect([
    await create('given', { timeZone: 'Europe/Lisbon', country: 'BR' }),
    await create('of-its-zone', { timeZone: 'Europe/Lisbon' }),
    await create('unknown', { timeZone: 'UTC' }),
  ]).toEqual(['BR', 'PT', null]);
  await expect(create('nowhere', { timeZone: 'UTC', country: 'ZZ' })).rejects.toThrow(
    'There is no country "ZZ"',
  );
});

test('requests know the country of their company, and a change at once', async () => {
  changes = new ChangeListener(base.url);
  const keys = new KeyCache(base.sql, keyPepper, changes);
  const tenant = await createTenant(base.db);
  const known = async () => (await keys.get(tenant.secret))?.actor.country;
  await expect.poll(() => changes?.isConnected).toBe(true);
  expect(await known()).toBeNull();

  await updateCompany(base.db, tenant.system, { ...companySettings, country: 'BR' });
  // Sooner than what is cached is read again without an announcement.
  await expect.poll(known, { timeout: cacheMaxAgeMs - 1_000 }).toBe('BR');
});

test('changes the settings that are given, and no other', async () => {
  const { companyId, system } = await createTenant(base.db);
  const stored = async () =>
    (await base.sql`select * from companies where id = ${companyId}`).map(
      ({ time_zone: _, ...others }) => others,
    );
  const before = await stored();

  await updateCompany(base.db, system, { timeZone: 'America/Sao_Paulo' });
  expect(await base.sql`select time_zone from companies where id = ${companyId}`).toEqual([
    { time_zone: 'America/Sao_Paulo' },
  ]);
  expect(await stored()).toEqual(before);
});
