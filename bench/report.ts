import { cpus } from 'node:os';
import { ratioOf, type Spread, spreadOf } from './statistics.ts';

/** The threshold of a ratio. Without either end, the ratio is reported only. */
export interface Threshold {
  atLeast?: number;
  atMost?: number;
}

interface Ratio extends Spread {
  threshold?: string;
  result?: 'met' | 'missed';
}

function judge(value: number, { atLeast, atMost }: Threshold): Pick<Ratio, 'threshold' | 'result'> {
  if (atLeast !== undefined)
    return { threshold: `≥ ${atLeast}`, result: value >= atLeast ? 'met' : 'missed' };
  if (atMost !== undefined)
    return { threshold: `≤ ${atMost}`, result: value <= atMost ? 'met' : 'missed' };
  return {};
}

/** Three digits are enough for a figure that differs in each run. */
const round = (value: number) =>
  value >= 1_000 ? Math.round(value) : Number(value.toPrecision(3));

function printTable(rows: Readonly<Record<string, Ratio>>): void {
  const rounded = Object.entries(rows).map(([name, { median, min, max, ...verdict }]) => [
    name,
    { median: round(median), min: round(min), max: round(max), ...verdict },
  ]);
  console.table(Object.fromEntries(rounded));
}

/** The results of a run, in the order in which they were measured. */
export class Report {
  readonly #figures: Record<string, Spread> = {};
  readonly #ratios: Record<string, Ratio> = {};

  /** @param values one for each round */
  add(name: string, values: readonly number[]): void {
    this.#figures[name] = spreadOf(values);
  }

  /** Adds the ratio of two figures, with one value for each round. */
  compare(
    name: string,
    above: readonly number[],
    below: readonly number[],
    threshold: Threshold = {},
  ): void {
    const ratio = ratioOf(above, below);
    this.#ratios[name] = { ...ratio, ...judge(ratio.median, threshold) };
  }

  get passes(): boolean {
    return Object.values(this.#ratios).every(({ result }) => result !== 'missed');
  }

  print(): void {
    const cores = cpus();
    console.log(`\n${cores[0]?.model}, ${cores.length} cores, Node ${process.version}\n`);
    printTable(this.#figures);
    console.log('\nRatios of medians\n');
    printTable(this.#ratios);
  }
}
