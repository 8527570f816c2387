import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FailedAuthLimiter } from './failed-auth-limiter.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

it('blocks an address after 30 failures at once, for two seconds more with each', () => {
  const failed = new FailedAuthLimiter();
  for (let n = 0; n < 29; n += 1) failed.record('a');
  expect(failed.retryAfter('a')).toBe(0);
  expect(failed.isIdle).toBe(true);

  failed.record('a');
  expect(failed.retryAfter('a')).toBe(2);
  expect(failed.retryAfter('b')).toBe(0);
  expect(failed.isIdle).toBe(false);
  vi.advanceTimersByTime(2_001);
  expect(failed.retryAfter('a')).toBe(0);
  failed.record('a');
  expect(failed.retryAfter('a')).toBe(2);
});

it('lets no more than 30 a minute pass, wherever the minute begins', () => {
  const failed = new FailedAuthLimiter();
  let noted = 0;
  for (let second = 0; second < 120; second += 1) {
    for (let n = 0; n < 10 && failed.retryAfter('a') === 0; n += 1) {
      failed.record('a');
      if (second >= 60) noted += 1;
    }
    vi.advanceTimersByTime(1_000);
  }
  expect(noted).toBeLessThanOrEqual(30);
});
