import { phase } from '#server/process/progress.mjs';
import type { DatabaseServer } from './database-server.ts';
import type { Load } from './load.ts';
import type { Plan } from './options.ts';
import type { Report, Series, Threshold } from './report.ts';
import type { Sample, Target } from './targets.ts';

/** What all parts of a run need. */
export interface Run {
  /** Stops what lives as long as the run. */
  stack: AsyncDisposableStack;
  server: DatabaseServer;
  report: Report;
  plan: Plan;
}

const figures = {
  requestsPerSecond: { label: '', unit: 'requests/s' },
  leadsPerSecond: { label: '', unit: 'leads/s' },
  p50: { label: 'p50', unit: 'ms' },
  p95: { label: 'p95', unit: 'ms' },
  p99: { label: 'p99', unit: 'ms' },
  processorTime: { label: 'processor time of a request', unit: 'µs' },
} as const;
type Figure = keyof typeof figures;

async function measureRound(label: string, target: Target, load: Load): Promise<Sample> {
  try {
    return await phase(label, async () => {
      await target.reset();
      return target.measure(load);
    });
  } catch (cause) {
    throw new Error(`${label}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/**
 * Measures targets in turns (A B C, C B A, …), so that a slow spell of the machine slows all of them,
 * and none is always the first. Adds their figures to the report.
 *
 * @returns a function that adds the ratio of two targets
 */
export async function measureInTurns(
  { report, plan: { rounds } }: Run,
  targets: readonly Target[],
  load: Load,
  wanted: readonly Figure[],
) {
  const samples = targets.map((target) => ({ target, rounds: [] as Sample[] }));
  const title = `${load.connections} ${load.connections === 1 ? 'connection' : 'connections'}`;
  for (let round = 1; round <= rounds; round += 1) {
    const order = round % 2 === 0 ? samples.toReversed() : samples;
    for (const { target, rounds: measured } of order) {
      const label = `${title}, round ${round} of ${rounds}: ${target.name}`;
      measured.push(await measureRound(label, target, load));
    }
  }

  const series = new Map<string, Series>();
  for (const figure of wanted) {
    const { label, unit } = figures[figure];
    for (const { target, rounds: measured } of samples) {
      const values = measured.flatMap((sample) => sample[figure] ?? []);
      if (values.length === 0) continue;
      const name = [target.name, title, label].filter(Boolean).join(', ');
      series.set(`${target.name} ${figure}`, report.add(name, unit, values));
    }
  }
  return (figure: Figure, above: Target, below: Target, threshold: Threshold = {}) => {
    const [first, second] = [above, below].map(({ name }) => series.get(`${name} ${figure}`));
    const { label } = figures[figure];
    const prefix = label && `${label} at ${title}, `;
    if (first && second)
      report.compare(`${prefix}${above.name} ÷ ${below.name}`, first, second, threshold);
  };
}
