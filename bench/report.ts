import { writeFileSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';
import type { Plan } from './options.ts';
import { ratioOf, type Spread, spreadOf } from './statistics.ts';
import { limitATool } from './targets.ts';

type Unit = 'requests/s' | 'leads/s' | 'rows/s' | 'ms' | 'µs' | 'MB';

/** One value for each round. */
export interface Series {
  name: string;
  unit: Unit;
  values: readonly number[];
}

/** The threshold of a ratio. Without either end, the ratio is reported only. */
export interface Threshold {
  atLeast?: number;
  atMost?: number;
}

/** The threshold of a figure, in its unit. */
type Bound = { atLeast: number } | { atMost: number };

interface Row extends Spread, Series {}

interface Ratio extends Spread, Threshold {
  name: string;
  /** Absent without a threshold. */
  passes?: boolean;
}

function isMet(value: number, { atLeast, atMost }: Threshold): boolean | undefined {
  if (atLeast !== undefined) return value >= atLeast;
  return atMost === undefined ? undefined : value <= atMost;
}

function format(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** The first column is aligned to the left, the others to the right. */
function table(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]?.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const pad = (cell: string, at: number) =>
    at === 0 ? cell.padEnd(widths?.[at] ?? 0) : cell.padStart(widths?.[at] ?? 0);
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n');
}

const spread = ({ median, min, max }: Spread) => [median, min, max].map(format);

function verdict({ passes, atLeast, atMost }: Ratio): string[] {
  if (passes === undefined) return ['', ''];
  return [atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`, passes ? 'pass' : 'FAIL'];
}

/** The results of a run, in the order in which they were measured. */
export class Report {
  readonly rows: Row[] = [];
  readonly ratios: Ratio[] = [];
  /** Why the run ended early, or what of it could not be measured. */
  failure: string | undefined;

  fail(what: string): void {
    this.failure = this.failure === undefined ? what : `${this.failure}; ${what}`;
  }

  add(name: string, unit: Unit, values: readonly number[]): Series {
    const series = { name, unit, values };
    this.rows.push({ ...series, ...spreadOf(values) });
    return series;
  }

  compare(name: string, above: Series, below: Series, threshold: Threshold = {}): void {
    const ratio = ratioOf(above.values, below.values);
    const passes = isMet(ratio.median, threshold);
    this.ratios.push({ name, ...ratio, ...threshold, ...(passes !== undefined && { passes }) });
  }

  /** Compares a figure with a value that it must reach on any machine. */
  hold(series: Series, bound: Bound): void {
    const [wanted, threshold] =
      'atMost' in bound ? [bound.atMost, { atMost: 1 }] : [bound.atLeast, { atLeast: 1 }];
    const { name, unit, values } = series;
    const limit = { name: 'wanted', unit, values: values.map(() => wanted) };
    this.compare(`${name} ÷ ${wanted.toLocaleString('en-US')} ${unit}`, series, limit, threshold);
  }

  get pass(): boolean {
    return this.failure === undefined && this.ratios.every(({ passes }) => passes !== false);
  }

  /** Tables on standard output, JSON where the options want it. */
  write(plan: Plan, postgres: string, json: string | true | undefined): void {
    const { pass, failure, rows, ratios } = this;
    const cores = cpus();
    const machine = {
      cpu: cores[0]?.model ?? 'unknown',
      cores: cores.length,
      memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
      system: `${platform()} ${arch()}`,
      node: process.version,
    };
    const ending = pass ? 'All thresholds are met.' : 'A threshold is missed.';
    const text = [
      `\n${machine.cpu}, ${machine.cores} cores, ${machine.memory}, ${machine.system}`,
      `Node ${machine.node}, PostgreSQL ${postgres}, limit A by ${limitATool}\n`,
      table([
        ['', 'median', 'min', 'max', 'unit'],
        ...rows.map((row) => [row.name, ...spread(row), row.unit]),
      ]),
      '',
      table([
        ['ratio of medians', '', 'min', 'max', 'threshold', ''],
        ...ratios.map((ratio) => [ratio.name, ...spread(ratio), ...verdict(ratio)]),
      ]),
      `\n${failure === undefined ? ending : `Not complete. ${failure}`}`,
    ].join('\n');

    const data = { pass, failure, machine, postgres, limitATool, plan, ratios, rows };
    const dataText = JSON.stringify(data, null, 2);
    if (json === true) {
      console.error(text);
      console.log(dataText);
    } else {
      console.log(text);
      if (json) writeFileSync(json, `${dataText}\n`);
    }
  }
}
