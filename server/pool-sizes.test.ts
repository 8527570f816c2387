import { describe, expect, it } from 'vitest';
import { connectionsOf, poolSizes } from './pool-sizes.ts';

/** PostgreSQL's own settings: 100, of which 3 are kept for the superuser. */
const available = 97;

describe('poolSizes', () => {
  it('gives a single process 19 connections', () => {
    expect(poolSizes(1)).toEqual({ writers: 2, lookUps: 6, panel: 8, background: 2 });
    expect(connectionsOf(1)).toBe(19);
  });

  it('leaves ten connections to others with up to twelve workers', () => {
    for (let workers = 1; workers <= 12; workers += 1)
      expect(connectionsOf(workers)).toBeLessThan(available - 10);
  });

  it('gives each worker at least one connection for look-ups and one for writes', () => {
    expect(poolSizes(64)).toEqual({ writers: 1, lookUps: 1, panel: 2, background: 2 });
  });
});
