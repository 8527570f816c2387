import { expect, test } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { isTimeZone } from '#db/values/time-zone.ts';
import { listTimeZones } from '#db/values/time-zone-names.ts';
import { createTenant } from '#server/testing/tenant.ts';
import { InvalidError } from '../errors.ts';
import { assertTimeZone } from './time-zone.ts';

const base = withTestDatabase();

test('PostgreSQL knows every time zone that is offered, by its current name', async () => {
  const names = listTimeZones();
  const unknown = await base.sql`
    select name from unnest(${names}::text[]) as name
    where name not in (select name from pg_timezone_names)`;

  expect([...unknown]).toEqual([]);
  expect(names.filter((name) => !isTimeZone(name))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(['UTC', 'Asia/Kathmandu', 'Asia/Kolkata']));
});

test('a time zone that only one of the two knows is refused', async () => {
  await expect(assertTimeZone(base.db, 'posixrules')).rejects.toThrow(InvalidError);
  await expect(assertTimeZone(base.db, 'UTC+3')).rejects.toThrow(InvalidError);
  await assertTimeZone(base.db, 'america/sao_paulo');
});

test('the database refuses an unknown time zone, whatever writes it', async () => {
  const { companyId } = await createTenant(base.db);
  const change = base.sql`update companies set time_zone = 'Mars/Base' where id = ${companyId}`;

  await expect(change).rejects.toMatchObject({ code: '22023' });
});
