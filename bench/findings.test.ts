import { describe, expect, it } from 'vitest';
import { Findings, type Series } from './findings.ts';

const ofOne = (value: number): Series => ({ name: 'any', unit: 'ms', values: [value] });

function judged(above: number, bounds: object): boolean | undefined {
  const findings = new Findings();
  findings.compare('ratio', ofOne(above), ofOne(10), bounds);
  return findings.ratios[0]?.passes;
}

describe('a ratio', () => {
  it.each([
    ['at its floor', 20, { atLeast: 2 }, true],
    ['below its floor', 19, { atLeast: 2 }, false],
    ['at its ceiling', 11, { atMost: 1.1 }, true],
    ['above its ceiling', 12, { atMost: 1.1 }, false],
    ['that is told only', 12, {}, undefined],
  ])('%s', (_, above, bounds, expected) => {
    expect(judged(above, bounds)).toBe(expected);
  });
});

describe('a run', () => {
  it('fails with one ratio', () => {
    const findings = new Findings();
    findings.compare('good', ofOne(2), ofOne(1), { atLeast: 1 });
    expect(findings.pass).toBe(true);

    findings.compare('bad', ofOne(1), ofOne(2), { atLeast: 1 });
    expect(findings.pass).toBe(false);
  });

  it('fails when it ended before its plan', () => {
    const findings = new Findings();
    findings.failure = 'A request was refused';
    expect(findings.pass).toBe(false);
  });
});
