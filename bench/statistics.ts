/** Median, lowest and highest of the rounds. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

/** @throws RangeError for no values */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
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
