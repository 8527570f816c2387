import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import postgres from 'postgres';
import { z } from 'zod';
import { phase } from '#server/process/progress.mjs';
import { type Installation, keyPepper } from './installation.ts';
import { type Load, type LoadResult, type Request, runLoad } from './load.ts';
import { processorTime, runProgram, type Service, startService } from './processes.ts';

/** What a round measured. Limit A has a rate only. */
export interface Sample extends Partial<LoadResult> {
  requestsPerSecond: number;
  /** Of targets whose requests hold a known number of leads. */
  leadsPerSecond?: number;
  /** Processor time of the server in µs for each answer, on Linux. */
  processorTime?: number;
}

/** What takes part in a measurement. */
export interface Target {
  name: string;
  /** Prepares the database for a round. Not measured. */
  reset(): Promise<void>;
  measure(load: Load): Promise<Sample>;
}

/** A server that is called over HTTP. */
export function httpTarget(
  name: string,
  { pid }: Service,
  request: Request,
  reset: Target['reset'],
): Target {
  return {
    name,
    reset,
    measure: async (load) => {
      const before = processorTime(pid);
      const result = await runLoad(request, load);
      const after = processorTime(pid);
      if (before === undefined || after === undefined) return result;
      return { ...result, processorTime: ((after - before) * 1_000) / result.answers };
    },
  };
}

/** The product, or a peer on its database. */
export interface LeadServer {
  name: string;
  installation: Installation;
  service: Service;
}

export function leadTarget(
  { name, installation, service }: LeadServer,
  reset = installation.reset,
): Target {
  return httpTarget(name, service, installation.requestTo(service), reset);
}

function countLeads(target: Target, leadsInRequest: number): Target {
  return {
    ...target,
    measure: async (load) => {
      const sample = await target.measure(load);
      return { ...sample, leadsPerSecond: sample.requestsPerSecond * leadsInRequest };
    },
  };
}

const batchLeads = 100;
const batchAnswer = z.object({ data: z.object({ created: z.literal(batchLeads) }) });

/** The product with one lead in each request, and with batches of the same lead. */
export async function batchTargets(server: LeadServer): Promise<[one: Target, batches: Target]> {
  const { service, installation } = server;
  const { url, body = '', ...single } = installation.requestTo(service);
  const leads = Array.from({ length: batchLeads }, () => JSON.parse(body));
  const request = { ...single, url: `${url}/batch`, body: JSON.stringify({ leads }), status: 200 };
  // A batch is answered with 200 also when some of its leads are refused.
  batchAnswer.parse(await (await fetch(request.url, request)).json());
  const name = `${server.name}, batches of ${batchLeads}`;
  const batches = httpTarget(name, service, request, installation.reset);
  return [countLeads(leadTarget(server), 1), countLeads(batches, batchLeads)];
}

const statementFile = 'bench/limits/insert-lead.sql';
const clients = 16;

/** Debian installs it beside the server and not on the path. */
const [pgbench] = globSync([
  ...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'pgbench')),
  '/usr/lib/postgresql/*/bin/pgbench',
]);
export const limitATool = pgbench ? 'pgbench' : 'postgres.js';

type Ids = Record<'company' | 'step' | 'key', string>;

async function runPgbench(command: string, url: string, ids: Ids, seconds: number) {
  const settings = ['-n', '-Mprepared', `-c${clients}`, `-j${availableParallelism()}`];
  const variables = Object.entries(ids).map(([name, id]) => `-D${name}=${id}`);
  const time = `-T${Math.max(1, Math.round(seconds))}`;
  const args = [...settings, ...variables, `-f${statementFile}`, time, url];
  return Number(/^tps = ([\d.]+)/m.exec(await runProgram({ command, args }))?.[1]);
}

/** The same statement where pgbench is missing. */
async function runPostgresJs(url: string, ids: Ids, seconds: number) {
  await using stack = new AsyncDisposableStack();
  const sql = postgres(url, { max: clients });
  stack.defer(() => sql.end());
  const statement = Object.entries(ids).reduce(
    (text, [name, id]) => text.replaceAll(`:${name}::`, `'${id}'::`),
    readFileSync(statementFile, 'utf8'),
  );
  const until = performance.now() + seconds * 1_000;
  let inserted = 0;
  const insert = async () => {
    for (; performance.now() < until; inserted += 1)
      await sql.unsafe(statement, [], { prepare: true });
  };
  await Promise.all(Array.from({ length: clients }, insert));
  return inserted / seconds;
}

/** Limit A: PostgreSQL alone, one lead with its contact in each commit. */
export function limitA({ databaseUrl, companyId, stepId, apiKeyId, reset }: Installation): Target {
  const ids = { company: companyId, step: stepId, key: apiKeyId };
  const insertFor = (seconds: number) =>
    pgbench
      ? runPgbench(pgbench, databaseUrl, ids, seconds)
      : runPostgresJs(databaseUrl, ids, seconds);
  return {
    name: 'limit A',
    reset,
    measure: async ({ warmUp, seconds = 1 }) => {
      await insertFor(warmUp);
      return { requestsPerSecond: await insertFor(seconds) };
    },
  };
}

/** Headers that Node adds by itself. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive']);

/** Limit B: bare `node:http` with an answer of the product. */
export async function startLimitB(
  stack: AsyncDisposableStack,
  product: Service,
  { requestTo }: Installation,
): Promise<Target> {
  const { url, ...request } = requestTo(product);
  const answer = await fetch(url, request);
  const sample = {
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !ownHeaders.has(name))),
    body: await answer.text(),
  };
  const args = ['bench/limits/http.ts', JSON.stringify(sample)];
  const service = stack.use(await startService({ args }));
  return httpTarget('limit B', service, requestTo(service), async () => {});
}

async function startPeer(
  stack: AsyncDisposableStack,
  name: string,
  args: readonly string[],
  installation: Installation,
): Promise<Target> {
  const env = { DATABASE_URL: installation.databaseUrl, KEY_PEPPER: keyPepper };
  const service = await phase(`Starting ${name}`, () => startService({ args, env }));
  return leadTarget({ name, installation, service: stack.use(service) });
}

/** Peer 1: Fastify and postgres.js, written with care. */
export const startPeer1 = (stack: AsyncDisposableStack, installation: Installation) =>
  startPeer(stack, 'peer 1', ['bench/peers/fastify/main.ts'], installation);

/** Peer 2: a route handler of Next with drizzle, built for production. */
export async function startPeer2(stack: AsyncDisposableStack, installation: Installation) {
  const [next, folder] = ['node_modules/next/dist/bin/next', 'bench/peers/next'];
  await phase('Building peer 2', () => runProgram({ args: [next, 'build', folder] }));
  return startPeer(stack, 'peer 2', [next, 'start', folder, '-p', '0'], installation);
}
