import { phase } from '#server/process/progress.mjs';
import type { DatabaseServer } from './installation.ts';
import type { Load } from './load.ts';
import type { Report, Threshold } from './report.ts';
import type { Figure, Sample, Target } from './targets.ts';

/** What all parts of a run need. */
export interface Run {
  /** Stops what lives as long as the run. */
  stack: AsyncDisposableStack;
  server: DatabaseServer;
  report: Report;
  rounds: number;
  throughput: Load;
  latency: Load;
}

const labels: Record<Figure, string> = {
  rate: 'leads/s',
  p50: 'p50 in ms',
  p95: 'p95 in ms',
  p99: 'p99 in ms',
};

/**
 * Measures targets in turns (A B C, C B A, …), so that a slow spell of the machine slows all of them,
 * and none is always the first. Adds their figures to the report.
 *
 * @returns a function that adds the ratio of two targets, if both were measured
 */
export async function measureInTurns(
  { report, rounds }: Run,
  targets: readonly Target[],
  load: Load,
  figures: readonly Figure[],
) {
  const at = load.connections === 1 ? '' : ` at ${load.connections} connections`;
  const samples = new Map(targets.map((target): [Target, Sample[]] => [target, []]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const target of round % 2 === 0 ? targets.toReversed() : targets) {
      const sample = await phase(`Round ${round} of ${rounds}${at}: ${target.name}`, async () => {
        await target.reset();
        return target.measure(load);
      });
      samples.get(target)?.push(sample);
    }
  }

  const valuesOf = (target: Target, figure: Figure) =>
    samples.get(target)?.flatMap((sample) => sample[figure] ?? []) ?? [];
  for (const figure of figures) {
    for (const target of targets) {
      const values = valuesOf(target, figure);
      if (values.length > 0) report.add(`${target.name}, ${labels[figure]}${at}`, values);
    }
  }
  return (
    figure: Figure,
    above: Target | undefined,
    below: Target | undefined,
    threshold: Threshold = {},
  ) => {
    if (!above || !below) return;
    const name = `${above.name} ÷ ${below.name}, ${labels[figure]}${at}`;
    report.compare(name, valuesOf(above, figure), valuesOf(below, figure), threshold);
  };
}
