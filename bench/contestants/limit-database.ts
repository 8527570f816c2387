import { existsSync, globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { z } from 'zod';
import type { Belongings } from '../belongings.ts';
import { runProgram } from '../run-program.ts';
import type { Stage } from '../stage.ts';
import type { Contestant } from './contestant.ts';

const clients = 16;
const script = 'bench/limits/insert-lead.sql';
const throughput = /^tps = ([\d.]+)/m;

/** Debian keeps it beside the server rather than on the path. */
function findPgbench(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'pgbench'));
  return [...onPath, ...globSync('/usr/lib/postgresql/*/bin/pgbench')].find((path) =>
    existsSync(path),
  );
}

/** What limit A is measured with. */
export const limitATool = (): string => (findPgbench() ? 'pgbench' : 'postgres.js');

interface Rows {
  databaseUrl: string;
  company: string;
  step: string;
  key: string;
}

function runPgbench(belongings: Belongings, pgbench: string, rows: Rows) {
  const variables = (['company', 'step', 'key'] as const).map((name) => `-D${name}=${rows[name]}`);
  // One thread a core: pgbench must not be what is slow.
  const settings = [`-c${clients}`, `-j${Math.min(availableParallelism(), clients)}`];
  const fixed = ['-n', '-Mprepared', ...settings, ...variables, `-f${script}`];

  return async (seconds: number): Promise<number> => {
    const time = `-T${Math.max(1, Math.round(seconds))}`;
    const output = await runProgram(belongings, {
      program: pgbench,
      args: [...fixed, time, rows.databaseUrl],
    });
    return z.coerce.number().parse(throughput.exec(output)?.[1]);
  };
}

function runInsertLeads(belongings: Belongings, rows: Rows) {
  return async (seconds: number): Promise<number> => {
    const order = JSON.stringify({ ...rows, clients, seconds });
    const args = ['bench/limits/insert-leads.ts', order];
    return z.coerce.number().parse(await runProgram(belongings, { args }));
  };
}

/** Limit A: the database alone, one lead and contact a commit. */
export function limitDatabase(belongings: Belongings, stage: Stage): Contestant {
  const { companyId, addresses } = stage.fixture;
  const [address] = addresses;
  const rows = {
    databaseUrl: stage.url,
    company: companyId,
    step: address?.stepId ?? '',
    key: address?.apiKeyId ?? '',
  };
  const pgbench = findPgbench();
  const insert = pgbench ? runPgbench(belongings, pgbench, rows) : runInsertLeads(belongings, rows);

  return {
    name: 'limit A',
    prepare: stage.reset,
    measure: async ({ warmUpSeconds, seconds }) => {
      await insert(warmUpSeconds);
      return { requestsPerSecond: await insert(seconds) };
    },
  };
}
