import { expect, test } from 'vitest';
import { Report } from './report.ts';

test.each([
  ['at its floor', 20, { atLeast: 2 }, true],
  ['below its floor', 19, { atLeast: 2 }, false],
  ['at its ceiling', 11, { atMost: 1.1 }, true],
  ['above its ceiling', 12, { atMost: 1.1 }, false],
  ['without a threshold', 12, {}, true],
])('a ratio %s', (_, above, threshold, passes) => {
  const report = new Report();
  report.compare('another', [1], [1], { atLeast: 1 });
  report.compare('ratio', [above], [10], threshold);
  expect(report.passes).toBe(passes);
});
