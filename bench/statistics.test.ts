import { describe, expect, it } from 'vitest';
import { median, percentile, ratioOf, spreadOf } from './statistics.ts';

describe('percentile', () => {
  const hundred = Float64Array.from({ length: 100 }, (_, index) => index + 1);

  it.each([
    [0, 1],
    [0.5, 50],
    [0.95, 95],
    [0.99, 99],
    [1, 100],
  ])('of 1 to 100 at %d is %d', (share, expected) => {
    expect(percentile(hundred, share)).toBe(expected);
  });

  it('takes a value that is there rather than one between two', () => {
    expect(percentile(Float64Array.of(1, 10), 0.51)).toBe(10);
  });

  it('refuses to make one up', () => {
    expect(() => percentile(new Float64Array(), 0.5)).toThrow(RangeError);
  });
});

describe('median', () => {
  it('is the middle one, in numeric order', () => {
    expect(median([100, 9, 20])).toBe(20);
  });

  it('lies between the middle two', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  it('refuses to make one up', () => {
    expect(() => median([])).toThrow(RangeError);
  });
});

describe('spreadOf', () => {
  it('tells the middle and both ends', () => {
    expect(spreadOf([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3 });
  });
});

describe('ratioOf', () => {
  it('divides medians, and takes its ends from the rounds in pairs', () => {
    expect(ratioOf([10, 40, 20], [10, 20, 5])).toEqual({ median: 2, min: 1, max: 4 });
  });

  it('leaves out a round that has no partner', () => {
    expect(ratioOf([10, 20, 900], [10, 10])).toMatchObject({ min: 1, max: 2 });
  });
});
