/** Median, lowest and highest of the rounds. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

const ascending = (values: Iterable<number>) => Float64Array.from(values).sort();

/**
 * Nearest-rank percentile: the smallest value that at least this share of all does not exceed.
 *
 * @param sorted ascending
 * @param share 0 to 1
 * @throws RangeError for no values
 */
export function percentile(sorted: Float64Array, share: number): number {
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('No values');

  return value;
}

/** @throws RangeError for no values */
export function median(values: Iterable<number>): number {
  const sorted = ascending(values);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new RangeError('No values');

  return (lower + upper) / 2;
}

/** @throws RangeError for no values */
export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/**
 * The ratio of the medians. Its ends are those of the rounds taken in pairs, since what disturbs the
 * machine disturbs neighbours alike.
 *
 * @throws RangeError for no values
 */
export function ratioOf(above: readonly number[], below: readonly number[]): Spread {
  const pairs = above.flatMap((value, round) => {
    const other = below[round];
    return other === undefined ? [] : [value / other];
  });

  return { ...spreadOf(pairs), median: median(above) / median(below) };
}
