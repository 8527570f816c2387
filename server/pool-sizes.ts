export interface PoolSizes {
  /** Connections that store leads, each a group at a time. */
  writers: number;
  /** For what the way in has to know. */
  lookUps: number;
  panel: number;
  background: number;
}

/** Connections that all workers together open for intake, and for the panel. */
const shared = { intake: 32, panel: 24 };
const most = 8;
const least = 2;
/** A second group may go beside the first: server/intake/group-commit.ts. */
const mostWriters = 2;

const share = (all: number, workers: number) =>
  Math.min(most, Math.max(least, Math.floor(all / workers)));

/**
 * Connections of each pool of one worker. A process alone has eight for intake and eight for the
 * panel; many share what one PostgreSQL can give. Two are the least: a look-up beside a write.
 */
export function poolSizes(workers: number): PoolSizes {
  const intake = share(shared.intake, workers);
  const writers = Math.min(mostWriters, intake - 1);

  return { writers, lookUps: intake - writers, panel: share(shared.panel, workers), background: 2 };
}

/** Connections that this many workers hold at most: writers, pools, and one each that listens. */
export function connectionsOf(workers: number): number {
  const { writers, lookUps, panel, background } = poolSizes(workers);
  return workers * (writers + lookUps + panel + background + 1);
}
