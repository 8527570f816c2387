import { expect, test } from 'vitest';
import { arrivalInYear } from './generate-leads.ts';
import { Random } from './random.ts';

const now = Date.parse('2026-11-21T09:15:34.450Z');
const day = 86_400_000;
const count = 10_000;
const random = new Random(1);
const times = Array.from({ length: count }, (_, index) =>
  arrivalInYear(random, (index + random.next()) / count, now, -3),
);
const share = (matches: (time: number) => boolean) => times.filter(matches).length / count;
const localTime = (time: number) => new Date(time - 3 * 3_600_000);

test('spreads leads over the year before now', () => {
  expect(Math.min(...times)).toBeGreaterThanOrEqual(now - 364 * day);
  expect(Math.min(...times)).toBeLessThan(now - 362 * day);
  expect(Math.max(...times)).toBeLessThanOrEqual(now);
  expect(Math.max(...times)).toBeGreaterThan(now - 2 * day);
});

test('adds more leads later in the year', () => {
  expect(share((time) => time > now - 182 * day)).toBeCloseTo(7 / 12, 1);
});

test('adds few leads at night and at weekends', () => {
  expect(share((time) => localTime(time).getUTCHours() < 6)).toBeLessThan(0.05);
  expect(share((time) => localTime(time).getUTCDay() % 6 === 0)).toBeLessThan(0.25);
});
