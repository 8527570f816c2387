import { SettingsError } from './env.ts';
import {
  backgroundConnections,
  connectionsPerWorker,
  maxWriterConnections,
  sharedConnections,
} from './limits.ts';

export interface PoolSizes {
  /** Connections that store leads, each a group at a time. */
  writers: number;
  /** For keys, hosts and steps. */
  lookUps: number;
  panel: number;
  background: number;
}

const share = (all: number, workers: number) =>
  Math.min(connectionsPerWorker.max, Math.max(connectionsPerWorker.min, Math.floor(all / workers)));

/** Connections of each pool of one worker: many workers share what one PostgreSQL can give. */
export function poolSizes(workers: number): PoolSizes {
  const intake = share(sharedConnections.intake, workers);
  const writers = Math.min(maxWriterConnections, intake - 1);

  return {
    writers,
    lookUps: intake - writers,
    panel: share(sharedConnections.panel, workers),
    background: backgroundConnections,
  };
}

/** Connections that this many workers hold at most: their pools, and one each that listens. */
export function connectionsOf(workers: number): number {
  const { writers, lookUps, panel, background } = poolSizes(workers);
  return workers * (writers + lookUps + panel + background + 1);
}

/**
 * Refuses a start whose workers would get "too many connections" under load.
 *
 * @throws SettingsError
 */
export function assertEnoughConnections(workers: number, available: number): void {
  const needed = connectionsOf(workers);
  if (needed <= available) return;
  throw new SettingsError(
    `WEB_CONCURRENCY=${workers} needs ${needed} connections, and PostgreSQL has ${available} (max_connections): lower one or raise the other`,
  );
}

interface Installation {
  /** Of each instance: others are taken to be as large as this one. */
  workers: number;
  /** Of all instances. */
  processes: number;
  available: number;
}

/**
 * Why all instances together would get "too many connections" under load, undefined when they have
 * enough. It refuses no start: in a rolling restart the instances of before count for a moment.
 */
export function shortageOf({ workers, processes, available }: Installation): string | undefined {
  const needed = (processes * connectionsOf(workers)) / workers;
  if (needed <= available) return undefined;
  return `The ${processes} processes of Leadgate on this PostgreSQL may need ${needed} connections, and it has ${available} (max_connections): raise that, or lower WEB_CONCURRENCY`;
}
