import { afterEach, expect, it, vi } from 'vitest';
import { ThroughputEstimate } from './group-commit.ts';

afterEach(() => vi.restoreAllMocks());

/** Groups that have ended, one after the other: rows, and milliseconds at which they began and ended. */
function estimateOf(...groups: [rows: number, began: number, ended: number][]): ThroughputEstimate {
  const estimate = new ThroughputEstimate();
  const now = vi.spyOn(performance, 'now');
  for (const [rows, began, ended] of groups) {
    now.mockReturnValue(ended);
    estimate.add(rows, began);
  }
  return estimate;
}

it('knows nothing of crowds from small groups', () => {
  expect(estimateOf([1, 0, 10], [49, 10, 20]).estimateWait(1_000)).toBe(0);
});

it('takes as long for a row as the last groups did', () => {
  expect(estimateOf([100, 0, 50], [200, 50, 150]).estimateWait(1_000)).toBeCloseTo(500);
});

it('counts groups beside each other for what each adds', () => {
  const twins = [0, 500, 1_000].flatMap((at): [number, number, number][] => [
    [500, at, at + 490],
    [500, at + 10, at + 500],
  ]);
  const time = estimateOf(...twins).estimateWait(1_000);
  expect(time).toBeGreaterThan(400);
  expect(time).toBeLessThan(600);
});

it('follows a database that becomes slow or fast', () => {
  const fast = [0, 1, 2, 3].map((n): [number, number, number] => [100, n * 10, n * 10 + 10]);
  const slow = [0, 1, 2, 3, 4, 5, 6, 7].map((n): [number, number, number] => [
    100,
    40 + n * 100,
    140 + n * 100,
  ]);
  expect(estimateOf(...fast).estimateWait(1_000)).toBeCloseTo(100);
  expect(estimateOf(...fast, ...slow).estimateWait(1_000)).toBeGreaterThan(900);
});

it('forgets', () => {
  const estimate = estimateOf([100, 0, 100]);
  estimate.reset();
  expect(estimate.estimateWait(1_000)).toBe(0);
});
