import { describe, expect, it } from 'vitest';
import { connectionsOf, poolSizes } from './pool-sizes.ts';

/** PostgreSQL's own settings: 100, of which 3 are kept for the superuser. */
const room = 97;

describe('poolSizes', () => {
  it('leaves a process alone what it has', () => {
    expect(poolSizes(1)).toEqual({ writers: 2, lookUps: 6, panel: 8, background: 2 });
    expect(connectionsOf(1)).toBe(19);
  });

  it('keeps up to twelve workers within what PostgreSQL gives, with some left for others', () => {
    for (let workers = 1; workers <= 12; workers += 1)
      expect(connectionsOf(workers)).toBeLessThan(room - 10);
  });

  it('always leaves a look-up beside a write', () => {
    expect(poolSizes(64)).toEqual({ writers: 1, lookUps: 1, panel: 2, background: 2 });
  });
});
