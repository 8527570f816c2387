import { resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import type { Load } from './load.ts';

/** What can be measured by itself, in the order of a run. */
export const parts = [
  'targets',
  'batches',
  'workers',
  'memory',
  'lists',
  'sizes',
  'searches',
  'export',
  'board',
  'arrival',
] as const;
export type Part = (typeof parts)[number];

/** What a run measures, and for how long. */
export interface Plan {
  parts: readonly Part[];
  rounds: number;
  throughput: Load;
  latency: Load;
  /** Also peer 2. */
  isFull: boolean;
  /** Leads in the large database. */
  leads: number;
  /** Folder of another checkout of the product. */
  against?: string | undefined;
}

export interface Options {
  plan: Plan;
  /** A path, `true` for standard output, absent for no JSON. */
  json: string | true | undefined;
}

const quick = {
  parts: ['targets', 'batches'],
  rounds: 3,
  throughput: { connections: 64, warmUp: 0.5, seconds: 1.5 },
  latency: { connections: 1, warmUp: 0.3, seconds: 0.7 },
  isFull: false,
} as const;
const full = {
  parts,
  rounds: 5,
  throughput: { connections: 64, warmUp: 2, seconds: 5 },
  latency: { connections: 1, warmUp: 1, seconds: 3 },
  isFull: true,
} as const;

function parseNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('It is not a whole number above 0.');
}

function parseParts(text: string): Part[] {
  const names = text.split(',');
  const unknown = names.filter((name) => !parts.some((part) => part === name));
  if (unknown.length === 0) return parts.filter((part) => names.includes(part));
  throw new InvalidArgumentError(`The parts are ${parts.join(', ')}.`);
}

/** Ends the process at an unknown option and at `--help`. */
export function readOptions(argv: readonly string[]): Options {
  const program = new Command('bench')
    .description('Measures the product, two limits and two peers on this machine.')
    .option('--quick', 'the main ratios only, in about a minute')
    .option('--against <folder>', 'also measure the product of another checkout, built', (folder) =>
      resolve(folder),
    )
    .option('--leads <number>', 'leads in the large database', parseNumber, 10_000_000)
    .option('--only <parts>', `measure some parts only: ${parts.join(',')}`, parseParts)
    .option('--rounds <number>', 'rounds of each measurement', parseNumber)
    .option('--json [file]', 'write JSON to the file, or to standard output')
    .parse(argv, { from: 'user' });

  const { json, leads, against, ...chosen } = program.opts<{
    quick?: true;
    against?: string;
    leads: number;
    only?: Part[];
    rounds?: number;
    json?: string | true;
  }>();
  const plan = chosen.quick ? quick : full;
  const { only = plan.parts, rounds = plan.rounds } = chosen;
  return { plan: { ...plan, parts: only, leads, against, rounds }, json };
}
