import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '#db/factories/api-keys.ts';
import { createApplication, createCompany } from '#db/factories/applications.ts';
import { withTestDatabase } from '#db/testing.ts';
import { ignoredFieldsPerKey } from '#db/values/limits.ts';
import { createLogger } from '../log.ts';
import { clientName } from '../public-api/procedure.ts';
import type { ApiKeyActor } from '../services/actor.ts';
import type { RequestEnd } from './request-end.ts';
import { RequestMeter } from './request-meter.ts';
import { deleteOldUsage, type KeyUse, mergeLeadCounts, writeUsage } from './write-usage.ts';

const { log, database } = { log: createLogger('silent'), database: withTestDatabase() };
let companyId: string;
beforeAll(async () => {
  const application = await createApplication(database.db);
  companyId = (await createCompany(database.db, { applicationId: application.id })).id;
});

const newKey = (
  columns: { successorId?: string; overlapSeconds?: number; deactivatedAt?: Date } = {},
) =>
  createApiKey(database.db, {
    companyId,
    secretHash: randomBytes(32),
    prefix: 'lk_aaaa',
    last4: 'bbbb',
    ...columns,
  });
const read = async (id: string) => (await database.sql`select * from api_keys where id = ${id}`)[0];
const outcomes = async (id: string): Promise<Record<string, number>> => {
  const rows = await database.sql<{ outcome: string; requests: number }[]>`
    select outcome, sum(requests)::int as requests from key_usage
    where api_key_id = ${id} group by outcome`;
  return Object.fromEntries(rows.map(({ outcome, requests }) => [outcome, requests]));
};
const ignoredBy = async (id: string): Promise<Record<string, number>> => {
  const rows = await database.sql<{ name: string; requests: number }[]>`
    select name, requests::int as requests from key_ignored_fields where api_key_id = ${id}`;
  return Object.fromEntries(rows.map(({ name, requests }) => [name, requests]));
};

const actorOf = (apiKeyId: string): ApiKeyActor => ({
  kind: 'apiKey',
  apiKeyId,
  name: 'Website',
  companyId,
  applicationId: 'application',
  permissions: ['leads:create'],
  funnelIds: [],
  stepIds: [],
  rateLimit: null,
  isTestKey: false,
  mapping: [],
  comesFrom: null,
  keepsBodies: true,
  replayedUntil: null,
  timeZone: 'UTC',
  country: null,
});

/** The meter of one process. */
function newInstance(write = (uses: readonly KeyUse[]) => writeUsage(database.sql, uses)) {
  const meter = new RequestMeter(log, write);
  const end = (apiKeyId: string, given: Partial<RequestEnd> = {}) =>
    meter.record({
      requestId: 'r',
      status: 201,
      message: 'Lead created successfully',
      actor: actorOf(apiKeyId),
      client: null,
      endedAt: Date.now(),
      ...given,
    });
  return { meter, end };
}

describe('the requests of a key', () => {
  it('are written as one update, a thousand of them', async () => {
    const { meter, end } = newInstance();
    const { id } = await newKey();
    const version = async () =>
      (await database.sql`select xmin::text from api_keys where id = ${id}`)[0]?.xmin;
    const before = await version();
    for (let n = 0; n < 1_000; n += 1) end(id, { client: n === 999 ? 'n8n/1' : null });
    await meter.close();
    expect(await outcomes(id)).toEqual({ created: 1_000 });
    expect(await read(id)).toMatchObject({
      last_used_client: 'n8n/1',
      first_used_at: expect.anything(),
    });
    expect(await version()).not.toBe(before);
    expect(await database.sql`select from key_usage where api_key_id = ${id}`).toHaveLength(1);
  });

  it('are all written by a flush, also those that came while another write was under way', async () => {
    const under = Promise.withResolvers<void>();
    const { meter, end } = newInstance(async (uses) => {
      await under.promise;
      await writeUsage(database.sql, uses);
    });
    const { id } = await newKey();
    end(id);
    const first = meter.flush();
    await Promise.resolve();
    end(id);
    const second = meter.flush();
    under.resolve();
    await Promise.all([first, second]);

    expect(await outcomes(id)).toEqual({ created: 2 });
    await meter.close();
  });

  it('retire a rotated key when its successor is first used', async () => {
    const { meter, end } = newInstance();
    const fresh = await newKey();
    const old = await newKey({ successorId: fresh.id, overlapSeconds: 3_600 });
    end(old.id);
    end(fresh.id, { status: 401, client: undefined });
    await meter.flush();
    expect((await read(old.id))?.deactivated_at).toBeNull();
    expect((await read(fresh.id))?.first_used_at).toBeNull();

    end(old.id);
    end(fresh.id);
    await meter.flush();
    const [{ seconds } = { seconds: 0 }] = await database.sql<{ seconds: number }[]>`
      select extract(epoch from o.deactivated_at - f.first_used_at)::int as seconds
      from api_keys o join api_keys f on f.id = o.successor_id where o.id = ${old.id}`;
    expect(seconds).toBe(3_600);

    const retired = (await read(old.id))?.deactivated_at;
    end(fresh.id);
    await meter.close();
    expect((await read(old.id))?.deactivated_at).toEqual(retired);
  });

  it('are kept for the next write when a write fails, with those that arrive meanwhile', async () => {
    const { id } = await newKey();
    let isAway = true;
    const ignoredFields = ['city'];
    const { meter, end } = newInstance(async (uses) => {
      if (isAway) {
        const refused = { status: 429, message: 'Too many requests', requestId: 'second' };
        end(id, { ...refused, ignoredFields });
        throw new Error('away');
      }
      await writeUsage(database.sql, uses);
    });
    end(id, { client: 'curl/8', requestId: 'first', ignoredFields });
    await meter.flush();
    expect(await outcomes(id)).toEqual({});

    isAway = false;
    await meter.flush();
    await meter.close();
    expect(await outcomes(id)).toEqual({ created: 1, 429: 1 });
    expect(await ignoredBy(id)).toEqual({ city: 2 });
    expect((await read(id))?.last_used_client).toBe('curl/8');
  });

  it('of several instances are added up', async () => {
    const { id } = await newKey();
    const instances = [newInstance(), newInstance()];
    for (let n = 0; n < 200; n += 1) instances[n % 2]?.end(id);
    await Promise.all(instances.map(({ meter }) => meter.flush()));
    await Promise.all(instances.map(({ meter }) => meter.close()));
    expect(await outcomes(id)).toEqual({ created: 200 });
  });

  it('are written although another key was deleted', async () => {
    const { id } = await newKey();
    const { meter, end } = newInstance();
    end('00000000-0000-7000-8000-000000000000');
    end(id);
    await meter.close();
    expect(await outcomes(id)).toEqual({ created: 1 });
  });

  it('count the names of ignored fields, and keep the names that were sent last', async () => {
    const [one, other] = [await newKey(), await newKey()];
    const { meter, end } = newInstance();
    end(one.id, { ignoredFields: ['city', 'a "quoted" \\name'] });
    end(one.id, { ignoredFields: ['city'] });
    end(other.id, { ignoredFields: ['city'] });
    await meter.flush();
    end(one.id, { ignoredFields: ['zip'] });
    await meter.close();

    expect(await ignoredBy(one.id)).toEqual({ city: 2, 'a "quoted" \\name': 1, zip: 1 });
    expect(await ignoredBy(other.id)).toEqual({ city: 1 });
  });

  it('keep a bounded number of ignored names, in memory and in the table', async () => {
    const { id } = await newKey();
    const { meter, end } = newInstance();
    for (const prefix of ['a', 'b', 'c']) {
      const names = Array.from({ length: ignoredFieldsPerKey + 1 }, (_, n) => `${prefix}${n}`);
      end(id, { ignoredFields: ['city', ...names] });
      await meter.flush();
      expect(Object.keys(await ignoredBy(id))).toHaveLength(ignoredFieldsPerKey);
    }
    await meter.close();

    const counts = await ignoredBy(id);
    expect(counts).toMatchObject({ city: 3, c0: 1, c98: 1 });
    expect(counts).not.toHaveProperty('c99');
    expect(counts).not.toHaveProperty('a0');
  });

  it('are deleted by the hour when they are eight days old', async () => {
    const { id } = await newKey();
    await database.sql`
      insert into key_usage (company_id, api_key_id, hour, outcome, requests)
      select ${companyId}, ${id}, date_trunc('hour', now()) - make_interval(hours => ago), 'created', ago
      from unnest(array[0, 167, 200, 201]) as ago`;
    const { sql } = database;
    expect([
      await deleteOldUsage(sql),
      await deleteOldUsage(sql),
      await deleteOldUsage(sql),
    ]).toEqual([true, true, false]);
    expect(await outcomes(id)).toEqual({ created: 167 });
  });
});

describe('the leads of a key', () => {
  const rows = (id: string) => database.sql<{ ago: number; leads: number }[]>`
    select extract(epoch from date_trunc('hour', now()) - at)::int / 60 as ago, leads
    from key_lead_counts where api_key_id = ${id} order by at`;
  const store = (id: string, minutesAgo: number, leads: number) => database.sql`
    insert into key_lead_counts values (
      ${companyId}, ${id}, date_trunc('hour', now()) - make_interval(mins => ${minutesAgo}),
      ${leads}, 0, 0, 0, 0, 0, 0)`;

  it('are counted by the minute, of several instances together', async () => {
    const { id } = await newKey();
    const created = { leads: 1, withoutPhone: 1, withoutEmail: 0, withoutName: 0, unread: 0 };
    const instances = [newInstance(), newInstance()];
    for (const { meter, end } of instances) {
      end(id, { created });
      await meter.close();
    }
    const [sum] = await database.sql`
      select sum(leads)::int as leads, sum(without_phone)::int as phone
      from key_lead_counts where api_key_id = ${id} and at = date_trunc('minute', at)`;
    expect(sum).toEqual({ leads: 2, phone: 2 });
  });

  it('are counted by the hour after six hours, for five weeks', async () => {
    const { id } = await newKey();
    for (const minutes of [10, 359, 365, 400, 420, 430, 37 * 1_440]) await store(id, minutes, 1);
    await Promise.all([mergeLeadCounts(database.sql), mergeLeadCounts(database.sql)]);
    await mergeLeadCounts(database.sql);

    expect(await rows(id)).toEqual([
      { ago: 480, leads: 1 },
      { ago: 420, leads: 3 },
      { ago: 359, leads: 1 },
      { ago: 10, leads: 1 },
    ]);
  });
});

it.each([
  ['n8n/1.70 (linux)', 'n8n/1.70'],
  ['', null],
  [undefined, null],
  ['x'.repeat(100), 'x'.repeat(60)],
])('reads the client of %j', (header, client) => {
  expect(clientName(header)).toBe(client);
});
