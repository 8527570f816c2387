import { expect, test } from 'vitest';
import { formatShare, formatTarget, formatWait, labelDay, markDays } from './report-labels.ts';

test.each([
  [0, 3, '0 %'],
  [3, 3, '100 %'],
  [1, 3, '33 %'],
  [1, 1_000, '1 %'],
  [999, 1_000, '99 %'],
])('%i of %i are %s', (amount, of, text) => {
  expect(formatShare(amount, of)).toBe(text);
});

const [hour, day] = [60, 1_440];

test.each([
  [0, 'under 1 min'],
  [12, '12 min'],
  [hour, '1 h'],
  [hour + 55, '1 h 55 min'],
  [2 * day, '2 d'],
  [2 * day + 3 * hour + 5, '2 d 3 h'],
  [2 * day + 59, '2 d'],
])('a wait of %i minutes is %s', (minutes, text) => {
  expect(formatWait(minutes)).toBe(text);
});

test('targets and days are written in words', () => {
  expect([formatTarget(15), formatTarget(1_440)]).toEqual(['within 15 min', 'within 1 d']);
  expect(labelDay('2026-11-23')).toBe('Mon, 23 Nov 2026');
});

test.each([
  [7, [0, 2, 4, 6]],
  [30, [0, 5, 10, 15, 20, 25]],
  [366, [0, 61, 122, 183, 244, 305]],
])('of %i days at most six are named, evenly apart', (amount, places) => {
  const days = Array.from({ length: amount }, () => ({ day: '2026-11-23' }));

  expect(markDays(days).map(({ index }) => index)).toEqual(places);
  expect(markDays(days)[0]?.name).toBe('23 Nov');
});
