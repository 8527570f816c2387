import { expect, test } from 'vitest';
import { Calendar } from './calendar.ts';

const now = new Date('2026-11-21T09:15:34.450Z');
const calendar = new Calendar(now, -3);
const shares = Array.from({ length: 10_000 }, (_, index) => index / 10_000);
const times = shares.map((share) => calendar.timeOf(share));

test('runs through the year before now, and never back', () => {
  expect(now.getTime() - calendar.timeOf(0)).toBe(365 * 86_400_000);
  expect(calendar.timeOf(1 - Number.EPSILON)).toBeLessThanOrEqual(now.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test('has quiet nights and weekends', () => {
  const local = times.map((time) => new Date(time - 3 * 3_600_000));
  const nights = local.filter((at) => at.getUTCHours() < 6).length;
  const weekends = local.filter((at) => at.getUTCDay() % 6 === 0).length;

  expect(nights / times.length).toBeLessThan(0.05);
  expect(weekends / times.length).toBeLessThan(0.25);
});
