import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ApiKeyActor } from '../services/actor.ts';
import { RateLimiter } from './rate-limiter.ts';
import type { LeaseRequest, Rate } from './token-leases.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

const actor = (own: Partial<ApiKeyActor> = {}) =>
  ({ companyId: 'c', apiKeyId: 'k', rateLimit: null, ...own }) as ApiKeyActor;

/** Leases from a bucket that does not fill. */
function start(tokens: number) {
  const requests: number[] = [];
  let left = tokens;
  let answers = true;
  const lease = async (asked: readonly LeaseRequest[]) => {
    if (!answers) await new Promise(() => {});
    return asked.map(({ apiKeyId, tokens: wanted }) => {
      requests.push(wanted);
      const granted = Math.min(wanted, left);
      left -= granted;
      return { apiKeyId, granted, left };
    });
  };
  const limiter = new RateLimiter({ limit: 10, burst: 20 }, lease);
  return { limiter, requests, hang: () => (answers = false) };
}

it('lets everything through when the limit is 0', () => {
  const { limiter, requests } = start(0);
  expect(limiter.take(actor({ rateLimit: 0 }))).toBeUndefined();
  expect(requests).toEqual([]);
});

it('leases once for requests that come together, and allows as many as were granted', async () => {
  const { limiter, requests } = start(3);
  const verdicts = await Promise.all(Array.from({ length: 5 }, () => limiter.take(actor())));

  expect(requests).toEqual([5]);
  expect(verdicts.map((verdict) => verdict?.isAllowed)).toEqual([true, true, true, false, false]);
  expect(verdicts.at(-1)).toMatchObject({ remaining: 0, retryAfter: 1 });
});

it('requests no lease while the bucket is empty, and one when it has filled', async () => {
  const { limiter, requests } = start(1);
  await limiter.take(actor());
  expect(limiter.take(actor())).toMatchObject({ isAllowed: false });
  expect(requests).toEqual([1]);

  vi.advanceTimersByTime(101);
  expect(await limiter.take(actor())).toMatchObject({ isAllowed: false });
  expect(requests).toEqual([1, 2]);
});

it('leases ahead what was spent lately, at most what the rate gives in a tenth of a second', async () => {
  const { limiter, requests } = start(1_000);
  const fast = actor({ rateLimit: 100 });
  for (let n = 0; n < 40; n += 1) {
    await limiter.take(fast);
    await turn();
  }
  expect(Math.max(...requests)).toBeLessThanOrEqual(11);
  expect(requests.length).toBeLessThan(20);
});

it('keeps the rate by itself while leases fail', async () => {
  const { limiter, hang } = start(1_000);
  hang();
  const first = limiter.take(actor());
  await turn();
  await vi.advanceTimersByTimeAsync(251);
  expect(await first).toMatchObject({ isAllowed: true });

  const burst = [];
  for (let n = 0; n < 30; n += 1) burst.push(await limiter.take(actor()));
  expect(burst.filter((verdict) => verdict?.isAllowed)).toHaveLength(19);
  vi.advanceTimersByTime(500);
  const later = [];
  for (let n = 0; n < 30; n += 1) later.push(await limiter.take(actor()));
  expect(later.filter((verdict) => verdict?.isAllowed)).toHaveLength(5);
});

/** A bucket in a database whose answers take this long, by the fake clock. */
function startFarAway(latencies: readonly number[], rate: Rate) {
  let [tokens, at, calls] = [rate.burst, performance.now(), 0];
  const lease = async (asked: readonly LeaseRequest[]) => {
    const way = (latencies[calls % latencies.length] ?? 0) / 2;
    calls += 1;
    await sleep(way);
    const now = performance.now();
    const leases = asked.map(({ apiKeyId, tokens: wanted, owed }) => {
      const full = Math.min(rate.burst, tokens + (rate.limit * (now - at)) / 1_000);
      const available = Math.max(0, full - owed);
      const granted = Math.floor(Math.min(wanted, available));
      [tokens, at] = [available - granted, now];
      return { apiKeyId, granted, left: tokens };
    });
    await sleep(way);
    return leases;
  };
  return new RateLimiter(rate, lease);
}

const sleep = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

it.each([[[10]], [[140]], [[240]], [[260]], [[420]], [[900]], [[140, 140, 300]], [[420, 140]]])(
  'gives a key its rate from a database that answers after %j ms',
  async (latencies) => {
    const rate = { limit: 100, burst: 200 };
    const limiter = startFarAway(latencies, rate);
    let allowed = 0;
    for (let ms = 0; ms < 10_000; ms += 4) {
      void Promise.resolve(limiter.take(actor())).then((verdict) => {
        if (verdict?.isAllowed) allowed += 1;
      });
      await vi.advanceTimersByTimeAsync(4);
      await turn();
    }
    const most = rate.burst + 10 * rate.limit;
    expect(allowed).toBeLessThanOrEqual(most + 5);
    expect(allowed).toBeGreaterThan(0.9 * most);
  },
);
