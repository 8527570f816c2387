import { NIL } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import type { AlarmFigures } from '#db/values/key-alarms.ts';
import { createTenants, type FullTenant, type Member } from '#server/testing/tenant.ts';
import { getApiKey } from '../api-keys/get-api-key.ts';
import { listNotifications } from '../notifications/list-notifications.ts';
import { markNotificationsRead } from '../notifications/mark-notifications-read.ts';
import { checkKeys } from './check-keys.ts';

const base = withTestDatabase();

let tenant: FullTenant;
let foreign: FullTenant;
let admin: Member;
let apiKeyId: string;

beforeEach(async () => {
  ({ tenant, foreign, actor: admin } = await createTenants(base.db, 'admin'));
  const inUse = { lastUsedAt: new Date(), expiresAt: null };
  apiKeyId = (await tenant.newKey(inUse)).id;
  await foreign.newKey(inUse);
});

/** The same counts in each minute, from one to another many minutes ago. */
const count = (from: number, to: number, { leads = 1, withoutPhone = 0, refused = 0 } = {}) =>
  base.sql`
    insert into key_lead_counts
    select ${tenant.companyId}, ${apiKeyId},
      date_trunc('minute', now()) - make_interval(mins => ago),
      ${leads}, ${withoutPhone}, 0, 0, 0, ${refused}, 0
    from generate_series(${to}::int, ${from}::int) as ago
    on conflict do nothing`;

async function checkAll(): Promise<void> {
  for (let after: string | undefined = NIL; after; ) after = await checkKeys(base.db, after);
}

const alarmsOf = async () => {
  const rows = await base.sql<{ figures: AlarmFigures }[]>`
    select figures from key_alarms where api_key_id = ${apiKeyId} and closed_at is null`;
  return rows.map(({ figures }) => figures);
};
const read = () => listNotifications(base.db, admin);

const drifted = { kind: 'withoutPhone', hits: 20, total: 20, before: 0, lastStatus: null };

describe('a drift', () => {
  beforeEach(async () => {
    await count(300, 41);
    await count(30, 11, { withoutPhone: 1 });
    await checkAll();
  });

  it('is on the page of the key, and in the bell of those who manage keys', async () => {
    expect(await alarmsOf()).toEqual([drifted]);
    const alarm = {
      kind: 'withoutPhone',
      text: expect.stringMatching(/^Since .*, 20 of 20 leads came without a phone, before 0 %$/),
    };
    expect(await getApiKey(base.db, admin, { id: apiKeyId })).toMatchObject({ alarms: [alarm] });
    expect(await read()).toMatchObject({
      unread: 1,
      alarms: [{ apiKeyId, ...alarm, isUnread: true }],
    });
    for (const role of ['agent', 'viewer'] as const) {
      const member = await tenant.newMember(role);
      expect((await listNotifications(base.db, member)).alarms).toEqual([]);
    }
    const stranger = await foreign.newMember('admin');
    expect((await listNotifications(base.db, stranger)).alarms).toEqual([]);
  });

  it('is unread once, however often it is found, by however many processes', async () => {
    await base.sql`update key_alarms set opened_at = opened_at - interval '10 seconds'`;
    await markNotificationsRead(base.db, admin, { until: (await read()).readAt.toISOString() });
    await count(10, 5, { withoutPhone: 1 });
    await Promise.all([checkAll(), checkAll(), checkAll()]);
    await checkAll();

    expect(await alarmsOf()).toEqual([{ ...drifted, hits: 26, total: 26 }]);
    expect(await read()).toMatchObject({ unread: 0, alarms: [{ isUnread: false }] });
  });

  it('ends with the leads that are as before, and may come again later', async () => {
    await count(10, 1, { leads: 2 });
    await checkAll();
    expect(await alarmsOf()).toEqual([]);
    expect((await read()).alarms).toEqual([]);
  });

  it('ends with the key', async () => {
    await base.sql`update api_keys set deactivated_at = now() where id = ${apiKeyId}`;
    await checkAll();
    expect(await alarmsOf()).toEqual([]);
  });
});

it('says with which status requests are refused', async () => {
  await count(300, 41);
  await count(20, 1, { leads: 0, refused: 1 });
  await base.sql`
    insert into intake_groups
    select ${tenant.companyId}, current_date, gen_random_uuid(), ${apiKeyId}, null, status, 'refused',
      '', 20, 0, 0, now(), now() - make_interval(secs => status)
    from unnest(array[401, 404]) as status`;
  await checkAll();
  expect(await alarmsOf()).toMatchObject([{ kind: 'refused', hits: 20, lastStatus: 401 }]);
});

describe('the end of a key', () => {
  /** Requests in the hour that begins so long after the start of today, by the day of the company. */
  const use = (hours: string, requests: number) => base.sql`
    insert into key_usage (company_id, api_key_id, hour, outcome, requests)
    select ${tenant.companyId}, ${apiKeyId}, (
      (now() at time zone time_zone)::date + ${hours}::interval) at time zone time_zone,
      'created', ${requests}
    from companies where id = ${tenant.companyId}`;

  beforeEach(async () => {
    await base.sql`
      update companies set time_zone = 'Pacific/Kiritimati' where id = ${tenant.companyId}`;
    await use('-25 hours', 1);
    await use('-24 hours', 30);
    await use('-1 hour', 10);
    await use('0 hours', 100);
  });

  it('opens an alarm when it was used yesterday, until the end is moved', async () => {
    await base.sql`update api_keys set expires_at = now() + interval '6 days' where id = ${apiKeyId}`;
    await checkAll();
    expect(await alarmsOf()).toMatchObject([{ kind: 'expiry', usedYesterday: 40 }]);

    await base.sql`update api_keys set expires_at = now() + interval '1 year' where id = ${apiKeyId}`;
    await checkAll();
    expect(await alarmsOf()).toEqual([]);
  });

  it('opens none for what was sent before the successor of a rotated key was used', async () => {
    const retireSince = (hours: string) => base.sql`
      update api_keys k set overlap_seconds = 604800, deactivated_at = interval '7 days' + (
        (now() at time zone time_zone)::date + ${hours}::interval) at time zone time_zone
      from companies c where c.id = k.company_id and k.id = ${apiKeyId}`;
    await retireSince('-1 hour');
    await checkAll();
    expect(await alarmsOf()).toEqual([]);

    await retireSince('-2 hours');
    await checkAll();
    expect(await alarmsOf()).toMatchObject([{ kind: 'expiry', usedYesterday: 10 }]);
  });
});
