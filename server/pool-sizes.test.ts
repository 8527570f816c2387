import { describe, expect, it } from 'vitest';
import { assertEnoughConnections, connectionsOf, poolSizes, shortageOf } from './pool-sizes.ts';

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

it('refuses a start that needs more connections than there are by itself', () => {
  const start = (workers: number, most: number) => () => assertEnoughConnections(workers, most);
  expect(start(12, available)).not.toThrow();
  expect(start(64, available)).toThrow(
    'WEB_CONCURRENCY=64 needs 448 connections, and PostgreSQL has 97 (max_connections): lower one or raise the other',
  );
  expect(start(1, 18)).toThrow('WEB_CONCURRENCY=1 needs 19 connections, and PostgreSQL has 18');
});

it('says when all instances together may need more', () => {
  expect(shortageOf({ workers: 2, processes: 4, available })).toBeUndefined();
  expect(shortageOf({ workers: 2, processes: 6, available })).toBe(
    'The 6 processes of Leadgate on this PostgreSQL may need 114 connections, and it has 97 (max_connections): raise that, or lower WEB_CONCURRENCY',
  );
});
