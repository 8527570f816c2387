import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '#db/factories/api-keys.ts';
import { createApplication, createCompany } from '#db/factories/applications.ts';
import { withTestDatabase } from '#db/testing.ts';
import { createLogger } from '../log.ts';
import { clientName, UsageMeter } from './usage-meter.ts';

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
const requests = async (id: string) =>
  (await database.sql`select sum(requests)::int as n from key_usage where api_key_id = ${id}`)[0]
    ?.n;

describe('the usage meter', () => {
  it('writes a thousand requests of a key as one update', async () => {
    const meter = new UsageMeter(database.sql, log);
    const { id } = await newKey();
    const version = async () =>
      (await database.sql`select xmin::text from api_keys where id = ${id}`)[0]?.xmin;
    const before = await version();
    for (let n = 0; n < 1_000; n += 1) meter.record(companyId, id, n === 999 ? 'n8n/1' : null);
    await meter.close();
    expect(await requests(id)).toBe(1_000);
    expect(await read(id)).toMatchObject({
      last_used_client: 'n8n/1',
      first_used_at: expect.anything(),
    });
    expect(await version()).not.toBe(before);
    expect(await database.sql`select from key_usage where api_key_id = ${id}`).toHaveLength(1);
  });

  it('retires the old key once the new one is first used, and not before', async () => {
    const meter = new UsageMeter(database.sql, log);
    const fresh = await newKey();
    const old = await newKey({ successorId: fresh.id, overlapSeconds: 3_600 });
    meter.record(companyId, old.id, null);
    await meter.flush();
    expect((await read(old.id))?.deactivated_at).toBeNull();

    meter.record(companyId, old.id, null);
    meter.record(companyId, fresh.id, null);
    await meter.flush();
    const [{ seconds } = { seconds: 0 }] = await database.sql<{ seconds: number }[]>`
      select extract(epoch from o.deactivated_at - f.first_used_at)::int as seconds
      from api_keys o join api_keys f on f.id = o.successor_id where o.id = ${old.id}`;
    expect(seconds).toBe(3_600);

    const retired = (await read(old.id))?.deactivated_at;
    meter.record(companyId, fresh.id, null);
    await meter.close();
    expect((await read(old.id))?.deactivated_at).toEqual(retired);
  });

  it('keeps what it cannot write for the next time', async () => {
    const { id } = await newKey();
    const away = postgres('postgres://nobody@127.0.0.1:1/none', { max: 1 });
    const pools = [away, database.sql];
    const meter = new UsageMeter(
      new Proxy(database.sql, {
        get: (_, name) => Reflect.get(pools[0] ?? away, name),
      }),
      log,
    );
    meter.record(companyId, id, 'curl/8');
    await meter.flush();
    expect(await requests(id)).toBeNull();

    pools.shift();
    meter.record(companyId, id, null);
    await meter.close();
    expect(await requests(id)).toBe(2);
    expect((await read(id))?.last_used_client).toBe('curl/8');
    await away.end();
  });

  it.each([
    ['n8n/1.70 (linux)', 'n8n/1.70'],
    ['', null],
    [undefined, null],
    ['x'.repeat(100), 'x'.repeat(60)],
  ])('reads the client of %j', (header, client) => {
    expect(clientName(header)).toBe(client);
  });
});
