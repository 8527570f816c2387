import type { Sample } from './contestants/contestant.ts';
import { ratioOf, type Spread, spreadOf } from './statistics.ts';

type Unit = 'requests/s' | 'ms' | 'MB';

/** One figure for each round. */
export interface Series {
  name: string;
  unit: Unit;
  values: readonly number[];
}

/** What a ratio must reach; without either end it is told only. */
export interface Bounds {
  atLeast?: number;
  atMost?: number;
}

export interface Row extends Spread {
  name: string;
  unit: Unit;
  rounds: readonly number[];
}

export interface Ratio extends Spread, Bounds {
  name: string;
  /** Absent where nothing is required. */
  passes?: boolean;
}

function judge(value: number, { atLeast, atMost }: Bounds): boolean | undefined {
  if (atLeast !== undefined) return value >= atLeast;
  return atMost === undefined ? undefined : value <= atMost;
}

/** What a run has found, in the order in which it was measured. */
export class Findings {
  readonly rows: Row[] = [];
  readonly ratios: Ratio[] = [];
  /** Why the run ended before its plan. */
  failure: string | undefined;

  add({ name, unit, values }: Series): Series {
    this.rows.push({ name, unit, ...spreadOf(values), rounds: values });
    return { name, unit, values };
  }

  /** Requests a second of each round. */
  addRates(name: string, samples: readonly Sample[]): Series {
    const values = samples.map(({ requestsPerSecond }) => requestsPerSecond);
    return this.add({ name, unit: 'requests/s', values });
  }

  compare(name: string, above: Series, below: Series, bounds: Bounds = {}): void {
    const spread = ratioOf(above.values, below.values);
    const passes = judge(spread.median, bounds);
    this.ratios.push({ name, ...spread, ...bounds, ...(passes !== undefined && { passes }) });
  }

  get pass(): boolean {
    return this.failure === undefined && this.ratios.every(({ passes }) => passes !== false);
  }
}
