import { arch, cpus, platform, totalmem } from 'node:os';
import { limitATool } from './contestants/limit-database.ts';
import type { ServerFacts } from './database-server.ts';
import type { Findings, Ratio, Row } from './findings.ts';
import type { Plan } from './plan.ts';

/** What the figures hold for. */
export interface Circumstances {
  startedAt: string;
  machine: { cpu: string; cores: number; memory: string; system: string; node: string };
  postgres: ServerFacts;
  plan: Plan;
  limitATool: string;
}

export function describeCircumstances(postgres: ServerFacts, plan: Plan): Circumstances {
  const cores = cpus();
  return {
    startedAt: new Date().toISOString(),
    machine: {
      cpu: cores[0]?.model ?? 'unknown',
      cores: cores.length,
      memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
      system: `${platform()} ${arch()}`,
      node: process.version,
    },
    postgres,
    plan,
    limitATool: limitATool(),
  };
}

function number(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

function verdict({ passes, atLeast, atMost }: Ratio): string[] {
  if (passes === undefined) return ['', ''];

  const bound = atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`;
  return [bound, passes ? 'pass' : 'FAIL'];
}

/** Columns under their heads: the first to the left, the others to the right. */
function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const all = [head, ...lines];
  const widths = head.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  return all
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const ends = ({ min, max }: { min: number; max: number }) => [number(min), number(max)];
const rowLine = (row: Row) => [row.name, number(row.median), ...ends(row), row.unit];
const ratioLine = (ratio: Ratio) => [
  ratio.name,
  number(ratio.median),
  ...ends(ratio),
  ...verdict(ratio),
];

function conclusion({ pass, failure }: Findings): string {
  if (failure !== undefined) return `Not complete. ${failure}`;
  return pass ? 'Every ratio is where it must be.' : 'A ratio is not where it must be.';
}

/** The figures and the ratios, for people. */
export function formatTable(findings: Findings, about: Circumstances): string {
  const { rows, ratios } = findings;
  const { machine, postgres } = about;
  return [
    '',
    `${machine.cpu}, ${machine.cores} cores, ${machine.memory}, ${machine.system}`,
    `Node ${machine.node}, PostgreSQL ${postgres.version}, limit A by ${about.limitATool}`,
    '',
    table(['', 'median', 'min', 'max', 'unit'], rows.map(rowLine)),
    '',
    table(['ratio of medians', '', 'min', 'max', 'must be', ''], ratios.map(ratioLine)),
    '',
    conclusion(findings),
  ].join('\n');
}

/** The same for machines. */
export function formatJson(findings: Findings, about: Circumstances): string {
  const { pass, failure, ratios, rows } = findings;
  return JSON.stringify({ pass, failure, ...about, ratios, rows }, null, 2);
}
