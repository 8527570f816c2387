import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FailedKeys } from './failed-keys.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

it('blocks an address after 30 failures at once, for two seconds more with each', () => {
  const failed = new FailedKeys();
  for (let n = 0; n < 29; n += 1) failed.note('a');
  expect(failed.blockedFor('a')).toBe(0);
  expect(failed.isQuiet).toBe(true);

  failed.note('a');
  expect(failed.blockedFor('a')).toBe(2);
  expect(failed.blockedFor('b')).toBe(0);
  expect(failed.isQuiet).toBe(false);
  vi.advanceTimersByTime(2_001);
  expect(failed.blockedFor('a')).toBe(0);
  failed.note('a');
  expect(failed.blockedFor('a')).toBe(2);
});

it('lets no more than 30 a minute pass, wherever the minute begins', () => {
  const failed = new FailedKeys();
  let noted = 0;
  for (let second = 0; second < 120; second += 1) {
    for (let n = 0; n < 10 && failed.blockedFor('a') === 0; n += 1) {
      failed.note('a');
      if (second >= 60) noted += 1;
    }
    vi.advanceTimersByTime(1_000);
  }
  expect(noted).toBeLessThanOrEqual(30);
});
