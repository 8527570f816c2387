import { expect, test } from 'vitest';
import { median, ratioOf, spreadOf } from './statistics.ts';

test.each([
  ['the middle one, in numeric order', [100, 9, 20], 20],
  ['between the middle two', [4, 1, 3, 2], 2.5],
])('a median is %s', (_, values, expected) => {
  expect(median(values)).toBe(expected);
});

test('no values have no median', () => {
  expect(() => median([])).toThrow(RangeError);
});

test('a spread has the median and both ends', () => {
  expect(spreadOf([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3 });
});

test('a ratio divides medians, and takes its ends from the rounds in pairs', () => {
  expect(ratioOf([10, 40, 20], [10, 20, 5])).toEqual({ median: 2, min: 1, max: 4 });
});
