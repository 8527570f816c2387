import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { announce } from '#db/announce.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import { failed } from '#server/testing/contract.ts';
import { send } from '#server/testing/http-client.ts';
import type { Load } from '#server/testing/load.ts';
import { holdLock } from '#server/testing/lock.ts';
import { withServedIntake } from '#server/testing/serve-intake.ts';
import type { Tenant } from '#server/testing/tenant.ts';

const limit = 50;
const burst = 100;
const intake = withServedIntake(2, {
  RATE_LIMIT_PER_KEY: String(limit),
  RATE_LIMIT_BURST: String(burst),
  TRUSTED_PROXIES: '127.0.0.1',
});

/** Sends eight times the rate to two instances: too little to keep a busy machine from answering. */
async function overload(load: Load, milliseconds: number) {
  const before = load.count(201);
  const began = performance.now();
  const loops = intake.ports.map((port) => load.openLoop(port, 4 * limit));
  await sleep(milliseconds);
  await Promise.all(loops.map((loop) => loop.stop()));
  return { accepted: load.count(201) - before, seconds: (performance.now() - began) / 1_000 };
}

it('check 29: two instances together keep a key to its rate, at any edge', async () => {
  const { load } = await intake.newTenant();
  const first = await overload(load, 3_000);
  expect(first.accepted).toBeLessThanOrEqual((burst + limit * first.seconds) * 1.05);
  expect(first.accepted).toBeGreaterThan(burst + limit * first.seconds * 0.5);

  const second = await overload(load, 1_000);
  expect(second.accepted).toBeLessThanOrEqual(limit * (second.seconds + 0.5) * 1.05);
  expect(load.statuses).toEqual([201, 429]);
});

it('check 29: says what is left, and when to try again', async () => {
  const { load } = await intake.newTenant();
  const [port = 0] = intake.ports;
  const { answer } = await load.create(port);
  expect(answer?.headers['ratelimit-policy']).toBe('"key";q=100;w=2');
  expect(answer?.headers.ratelimit).toMatch(/^"key";r=9\d;t=1$/);

  const refused = (await load.burst(port, 150)).find(({ answer }) => answer?.status === 429);
  expect(refused?.answer?.json).toEqual(failed('Too many requests'));
  expect(refused?.answer?.headers).toMatchObject({
    'retry-after': '1',
    ratelimit: '"key";r=0;t=2',
    'ratelimit-policy': '"key";q=100;w=2',
  });
});

/** Sets the rate of all keys of a company, and announces it as a service does. */
const setRate = (companyId: string, rateLimit: number) =>
  intake.database.db.transaction(async (tx) => {
    await tx.update(apiKeys).set({ rateLimit }).where(eq(apiKeys.companyId, companyId));
    await announce(tx, 'keys');
  });

it('a key may have a rate of its own, which a change of it sets at once', async () => {
  const { tenant, load } = await intake.newTenant();
  const [port = 0] = intake.ports;
  await load.create(port);
  await setRate(tenant.companyId, 5);
  await expect
    .poll(async () => (await load.create(port)).answer?.headers['ratelimit-policy'])
    .toBe('"key";q=10;w=2');
  expect(
    (await load.burst(port, 40)).filter(({ answer }) => answer?.status === 201).length,
  ).toBeLessThan(20);

  await setRate(tenant.companyId, 0);
  await expect
    .poll(async () => (await load.create(port)).answer?.headers['ratelimit-policy'])
    .toBeUndefined();
  // Together more than the burst of any rate, and few enough at once for a slow machine.
  for (let n = 0; n < 6; n += 1) {
    const statuses = (await load.burst(port, 50)).map(({ answer }) => answer?.status);
    expect(new Set(statuses)).toEqual(new Set([201]));
  }
});

it('check 30: with its store away the limiter goes on by itself, still bounded', async () => {
  const { sql } = intake.database;
  const { load } = await intake.newTenant();
  const lock = await holdLock(sql, 'rate_buckets in access exclusive mode');
  const { accepted, seconds } = await overload(load, 2_500);
  await lock.letGo();

  expect(load.statuses).toEqual([201, 429]);
  expect(accepted).toBeGreaterThan(burst);
  expect(accepted).toBeLessThanOrEqual(2 * (burst + limit * seconds) * 1.05);
});

it('check 28: a 429 does not use up the Idempotency-Key', async () => {
  const { tenant } = await intake.newTenant();
  const [port = 0] = intake.ports;
  await setRate(tenant.companyId, 1);
  const create = (key: string) =>
    attempt(port, tenant, { 'idempotency-key': key, 'x-api-key': tenant.secret });
  let tries = 0;
  const createAnother = async () => {
    tries += 1;
    return (await create(`k${tries}`)).status;
  };
  await expect.poll(createAnother, { interval: 0 }).toBe(429);

  const refused = `k${tries}`;
  await expect.poll(async () => (await create(refused)).status, { timeout: 5_000 }).toBe(201);
  await expect
    .poll(async () => (await create(refused)).headers['idempotent-replayed'], { timeout: 5_000 })
    .toBe('true');
});

const attempt = (port: number, tenant: Tenant, headers: Record<string, string>) =>
  send(port, {
    path: `/api/leads/public/${tenant.stepId}`,
    headers: { host: tenant.host, 'content-type': 'application/json', ...headers },
    body: '{"name":"Maria"}',
  });

it.each([
  ['an address', () => '203.0.113.9'],
  ['an address that forges others before it', (n: number) => `198.51.100.${n}, 203.0.113.10`],
  ['addresses within one /64', (n: number) => `2001:db8:1:2::${n.toString(16)}`],
])('check 29: %s has 30 failed keys a minute', async (_, from) => {
  const { tenant } = await intake.newTenant();
  const [port = 0] = intake.ports;
  const statuses = [];
  for (let n = 1; n <= 31; n += 1) {
    const { status } = await attempt(port, tenant, {
      'x-api-key': `lk_${n}`,
      'x-forwarded-for': from(n),
    });
    statuses.push(status);
  }
  expect(statuses).toEqual([...Array<number>(30).fill(401), 429]);

  const blocked = await attempt(port, tenant, {
    'x-api-key': (await tenant.newKey()).secret,
    'x-forwarded-for': from(40),
  });
  expect([blocked.status, blocked.json]).toEqual([
    429,
    failed('Too many failed API keys from this address'),
  ]);
  expect(blocked.headers['retry-after']).toMatch(/^[1-9]\d*$/);
});

it('check 29: blocks neither the addresses that it forges nor valid keys of the same address', async () => {
  const { tenant } = await intake.newTenant();
  const [port = 0] = intake.ports;
  const good = { 'x-api-key': tenant.secret, 'x-forwarded-for': '203.0.113.77' };
  expect((await attempt(port, tenant, good)).status).toBe(201);
  for (let n = 1; n <= 31; n += 1) {
    await attempt(port, tenant, {
      'x-api-key': `lk_${n}`,
      'x-forwarded-for': '198.51.100.5, 203.0.113.77',
    });
  }

  expect((await attempt(port, tenant, good)).status).toBe(201);
  const victim = await attempt(port, tenant, {
    'x-api-key': 'lk_wrong',
    'x-forwarded-for': '198.51.100.5',
  });
  expect(victim.status).toBe(401);
});
