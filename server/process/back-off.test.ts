import { describe, expect, it } from 'vitest';
import { BackOff } from './back-off.ts';

describe('BackOff', () => {
  it('waits longer each time, and gives up with the tenth death in a row', () => {
    const backOff = new BackOff();
    const pauses = Array.from({ length: 10 }, () => backOff.died());
    expect(pauses).toEqual([100, 200, 400, 800, 1_600, 3_000, 3_000, 3_000, 3_000, undefined]);
    expect(backOff.deaths).toBe(10);
  });

  it('begins anew once a worker has served', () => {
    const backOff = new BackOff();
    for (let death = 0; death < 9; death += 1) backOff.died();
    backOff.served();
    expect(backOff.died()).toBe(100);
  });
});
