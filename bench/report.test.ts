import { describe, expect, it } from 'vitest';
import { Report, type Series } from './report.ts';

const ofOne = (value: number): Series => ({ name: 'any', unit: 'ms', values: [value] });

function judged(above: number, threshold: object): boolean | undefined {
  const report = new Report();
  report.compare('ratio', ofOne(above), ofOne(10), threshold);
  return report.ratios[0]?.passes;
}

describe('a ratio', () => {
  it.each([
    ['at its floor', 20, { atLeast: 2 }, true],
    ['below its floor', 19, { atLeast: 2 }, false],
    ['at its ceiling', 11, { atMost: 1.1 }, true],
    ['above its ceiling', 12, { atMost: 1.1 }, false],
    ['without a threshold', 12, {}, undefined],
  ])('%s', (_, above, threshold, expected) => {
    expect(judged(above, threshold)).toBe(expected);
  });
});

describe('a figure that must reach a value', () => {
  it.each([
    ['at its ceiling', { atMost: 10 }, true],
    ['above its ceiling', { atMost: 9 }, false],
    ['at its floor', { atLeast: 10 }, true],
    ['below its floor', { atLeast: 11 }, false],
  ])('%s', (_, bound, expected) => {
    const report = new Report();
    report.hold(ofOne(10), bound);
    expect(report.pass).toBe(expected);
  });
});

describe('a run', () => {
  it('fails when one ratio misses its threshold', () => {
    const report = new Report();
    report.compare('good', ofOne(2), ofOne(1), { atLeast: 1 });
    expect(report.pass).toBe(true);

    report.compare('bad', ofOne(1), ofOne(2), { atLeast: 1 });
    expect(report.pass).toBe(false);
  });

  it('fails when it ended early', () => {
    const report = new Report();
    report.fail('A request was refused');
    expect(report.pass).toBe(false);
  });

  it('names all that failed', () => {
    const report = new Report();
    report.fail('A list got 503');
    report.fail('A request was refused');
    expect(report.failure).toBe('A list got 503; A request was refused');
  });
});
