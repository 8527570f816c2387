import { Command, InvalidArgumentError } from 'commander';
import { fullPlan, type Plan, quickPlan } from './plan.ts';

export interface Options {
  plan: Plan;
  /** A path, `true` for standard output, absent for no JSON. */
  json: string | true | undefined;
}

const tenMillion = 10_000_000;

function parseNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('It is not a whole number above 0.');
}

/** Ends the process when told something it does not know, or asked for help. */
export function readOptions(argv: readonly string[]): Options {
  const program = new Command('bench')
    .description('Compares the product with its limits and its peers, on this machine, now.')
    .option('--quick', 'the main ratios only, in under a minute')
    .option('--json [file]', 'write JSON to the file, or to standard output')
    .option('--leads <number>', 'leads in the large database', parseNumber, tenMillion)
    .parse(argv, { from: 'user' });

  const { quick, json, leads } = program.opts<{
    quick?: true;
    json?: string | true;
    leads: number;
  }>();
  return { plan: quick ? quickPlan : fullPlan(leads), json };
}
