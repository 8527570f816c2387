import type { Sent } from './load.ts';

/** Milliseconds within which 99 of 100 creations were answered. */
export function p99Of(sent: readonly Sent[]): number {
  const times = sent.flatMap(({ took }) => took ?? []).sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.99)] ?? Number.NaN;
}
