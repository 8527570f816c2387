/** Whether the share of something among the leads of a key has risen by more than chance. */

/** Of a minute or an hour. */
export interface Share {
  /** Milliseconds since 1970. */
  at: number;
  hits: number;
  total: number;
}

export interface DriftFound {
  startedAt: number;
  hits: number;
  total: number;
  /** Share of hits before, from 0 to 1. */
  before: number;
}

const dayMs = 86_400_000;
/** Minutes or hours with leads in which a change may have begun: the rest is what it is compared with. */
const recentShares = 60;
const leastTotalBefore = 30;
/** Fewer could be one sender who tries the same again. */
const leastHits = 8;
/** A smaller change is real, but asks an admin to do nothing. */
const leastRise = 0.3;
/** Logarithm of how much likelier a change must be than chance. */
const bound = 24;

/** Of the hits of so many leads at a share, against those at the share before. */
function logLikelihoodRatio(hits: number, total: number, before: number): number {
  const misses = total - hits;
  const ofMisses = misses === 0 ? 0 : misses * Math.log(misses / total / (1 - before));
  return hits * Math.log(hits / total / before) + ofMisses;
}

/** How much more the share differs from day to day than by chance: at least 1. */
function spreadOf(shares: readonly Share[], before: number): number {
  const days = new Map<number, { hits: number; total: number }>();
  for (const { at, hits, total } of shares) {
    const day = Math.floor(at / dayMs);
    const sum = days.get(day);
    if (!sum) days.set(day, { hits, total });
    else {
      sum.hits += hits;
      sum.total += total;
    }
  }
  let squares = 0;
  for (const { hits, total } of days.values()) {
    squares += (hits - total * before) ** 2 / (total * before * (1 - before));
  }
  return Math.max(1, squares / Math.max(1, days.size - 1));
}

/** From 0 to 1, neither of them. */
interface Before {
  share: number;
  spread: number;
  leastShare: number;
}

/** The start from which on a change is likeliest, if it is likelier than the bound. */
function findStart(shares: readonly Share[], { share, spread, leastShare }: Before) {
  let best: Omit<DriftFound, 'before'> | undefined;
  let highest = bound * spread;
  let hits = 0;
  let total = 0;
  const oldest = Math.max(0, shares.length - recentShares);
  for (let place = shares.length - 1; place >= oldest; place -= 1) {
    const each = shares[place];
    if (!each) break;
    hits += each.hits;
    total += each.total;
    if (hits < leastHits || hits / total < leastShare) continue;
    const ratio = logLikelihoodRatio(hits, total, share);
    if (ratio > highest) {
      highest = ratio;
      best = { startedAt: each.at, hits, total };
    }
  }
  return best;
}

function sumOf(shares: readonly Share[]) {
  let hits = 0;
  let total = 0;
  for (const each of shares) {
    hits += each.hits;
    total += each.total;
  }
  return { hits, total };
}

/**
 * Compares the last leads with those before, by their likelihood for each start of a change.
 *
 * @param shares of minutes or hours with leads, the oldest first
 */
export function driftOf(shares: readonly Share[]): DriftFound | undefined {
  const earlier = shares.slice(0, -recentShares);
  const { hits, total } = sumOf(earlier);
  if (total < leastTotalBefore) return undefined;

  // As if four more had come, half of them with a hit: a few leads without one do not prove a share of 0.
  const share = (hits + 2) / (total + 4);
  const leastShare = share + leastRise;
  // The spread takes longest to calculate, and is needed for few keys.
  if (!findStart(shares, { share, spread: 1, leastShare })) return undefined;
  const found = findStart(shares, { share, spread: spreadOf(earlier, share), leastShare });
  return found && { ...found, before: hits / total };
}

/** For what no sender means to do, and new keys do as well: nearly all of the last ones are hits. */
export function driftWithoutHistory(shares: readonly Share[]): DriftFound | undefined {
  const found = findStart(shares, { share: 0.02, spread: 1, leastShare: 0.9 });
  return found && { ...found, before: 0 };
}

/** As many of the last leads say whether a drift is over. */
const leadsAfter = 20;

/** Whether the share of the last leads is nearer to what it was before than to what it had become. */
export function isDriftOver(
  shares: readonly Share[],
  { hits, total, before }: DriftFound,
): boolean {
  let lastHits = 0;
  let lastTotal = 0;
  for (const each of shares.toReversed()) {
    if (lastTotal >= leadsAfter) break;
    lastHits += each.hits;
    lastTotal += each.total;
  }
  return lastTotal >= leadsAfter && lastHits / lastTotal < (before + hits / total) / 2;
}
