import { beforeAll, expect, it } from 'vitest';
import { openPool } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { withTestDatabase } from '#db/testing.ts';
import { createTenant } from '#server/testing/tenant.ts';
import { type LeaseRequest, leaseTokens } from './token-leases.ts';

const database = withTestDatabase();
let newWish = async (_tokens: number): Promise<LeaseRequest> => {
  throw new Error('There is no company yet');
};

beforeAll(() => {
  newWish = async (tokens) => {
    const { companyId } = await createTenant(database.db);
    const [key] = await database.sql`select id from api_keys where company_id = ${companyId}`;
    return {
      companyId,
      apiKeyId: String(key?.id),
      rate: { limit: 1, burst: 100 },
      tokens,
      owed: 0,
    };
  };
});

it('lends no more than there is to many at once, be the bucket new or not', async () => {
  const wish = await newWish(7);
  const pool = openPool(database.url, { name: 'test', connections: 8, statementTimeout: 10_000 });
  const leases = await Promise.all(Array.from({ length: 60 }, () => leaseTokens(pool.sql, [wish])));
  await pool.close();

  const granted = leases.flat().reduce((sum, lease) => sum + lease.granted, 0);
  expect(granted).toBeGreaterThanOrEqual(100);
  expect(granted).toBeLessThan(115);
});

it('serves many keys in one statement, and says nothing of one that is gone', async () => {
  const [one, other] = [await newWish(30), await newWish(130)];
  const gone = { ...one, apiKeyId: newId() };
  const leases = await leaseTokens(database.sql, [one, gone, other]);

  expect(new Map(leases.map(({ apiKeyId, granted }) => [apiKeyId, granted]))).toEqual(
    new Map([
      [one.apiKeyId, 30],
      [other.apiKeyId, 100],
    ]),
  );
});

it('fills with time up to the burst, and follows another rate', async () => {
  const wish = await newWish(100);
  const granted = async (asked: LeaseRequest) =>
    (await leaseTokens(database.sql, [asked]))[0]?.granted;
  const pass = (seconds: number) => database.sql`
    update rate_buckets set refilled_at = refilled_at - make_interval(secs => ${seconds})
    where api_key_id = ${wish.apiKeyId}`;
  expect(await granted(wish)).toBe(100);
  await pass(10);
  expect(await granted({ ...wish, tokens: 5 })).toBe(5);
  await pass(1_000);
  expect(await granted({ ...wish, tokens: 1_000 })).toBe(100);
  await pass(1_000);
  expect(await granted({ ...wish, rate: { limit: 1, burst: 20 }, tokens: 1_000 })).toBe(20);
});

it('takes what is owed out of a bucket, and leaves it no emptier than empty', async () => {
  const wish = await newWish(10);
  const take = async (owed: number) => (await leaseTokens(database.sql, [{ ...wish, owed }]))[0];
  const first = await take(30);
  expect(first?.granted).toBe(10);
  expect(Math.floor(first?.left ?? 0)).toBe(60);
  const second = await take(500);
  expect(second).toMatchObject({ granted: 0, left: 0 });
  const third = await take(0);
  expect(third?.left).toBeGreaterThan(0);
});
