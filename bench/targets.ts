import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { phase } from '#server/process/progress.mjs';
import { type Installation, keyPepper } from './installation.ts';
import { type Load, type LoadResult, type Request, runLoad } from './load.ts';
import { runProgram, startService } from './processes.ts';

/** `rate` in leads a second, the others in milliseconds. */
export type Figure = keyof LoadResult;
/** What a round measured. */
export type Sample = Partial<Record<Figure, number>>;

/** What takes part in a measurement. */
export interface Target {
  name: string;
  /** Prepares the database for a round. Not measured. */
  reset(): Promise<void>;
  measure(load: Load): Promise<Sample>;
}

/** The product, or a peer on its database. */
export interface LeadServer {
  name: string;
  installation: Installation;
  url: string;
}

/** A server that is called over HTTP, with a number of leads in each request. */
export function httpTarget(
  name: string,
  request: Request,
  reset: Target['reset'] = async () => {},
  leads = 1,
): Target {
  return {
    name,
    reset,
    measure: async (load) => {
      const result = await runLoad(request, load);
      return { ...result, rate: result.rate * leads };
    },
  };
}

export const leadTarget = ({ name, installation, url }: LeadServer): Target =>
  httpTarget(name, installation.requestTo(url), installation.reset);

const batchLeads = 100;
const batchAnswer = z.object({ data: z.object({ created: z.literal(batchLeads) }) });

/** The product with batches of the same lead. */
export async function batchTarget({ name, installation, url }: LeadServer): Promise<Target> {
  const { body = '', ...single } = installation.requestTo(url);
  const leads = Array.from({ length: batchLeads }, () => JSON.parse(body));
  const batch = { url: `${single.url}/batch`, body: JSON.stringify({ leads }), status: 200 };
  const request = { ...single, ...batch };
  // A batch is answered with 200 also when some of its leads are refused.
  batchAnswer.parse(await (await fetch(request.url, request)).json());
  return httpTarget(`${name}, batches of ${batchLeads}`, request, installation.reset, batchLeads);
}

/** Limit A: PostgreSQL alone, one lead with its contact in each commit. Absent without pgbench. */
export async function findLimitA(installation: Installation): Promise<Target | undefined> {
  try {
    await runProgram('pgbench', ['--version']);
  } catch {
    console.error('Limit A is left out: pgbench does not start');
    return undefined;
  }

  const { databaseUrl, companyId, stepId, apiKeyId, reset } = installation;
  const ids = [`-Dcompany=${companyId}`, `-Dstep=${stepId}`, `-Dkey=${apiKeyId}`];
  const settings = ['-n', '-Mprepared', '-c16', `-j${availableParallelism()}`, ...ids];
  const insertFor = async (seconds: number) => {
    const time = `-T${Math.max(1, Math.round(seconds))}`;
    const args = [...settings, '-fbench/limits/insert-lead.sql', time, databaseUrl];
    return Number(/^tps = ([\d.]+)/m.exec(await runProgram('pgbench', args))?.[1]);
  };
  return {
    name: 'limit A',
    reset,
    measure: async ({ warmUp, seconds }) => {
      await insertFor(warmUp);
      return { rate: await insertFor(seconds) };
    },
  };
}

/** Headers that Node adds by itself. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive']);

/** Limit B: bare `node:http` with an answer of the product. */
export async function startLimitB(
  stack: AsyncDisposableStack,
  { installation: { requestTo }, url: productUrl }: LeadServer,
): Promise<Target> {
  const { url, ...request } = requestTo(productUrl);
  const answer = await fetch(url, request);
  const sample = {
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !ownHeaders.has(name))),
    body: await answer.text(),
  };
  const args = ['bench/limits/http.ts', JSON.stringify(sample)];
  const service = stack.use(await startService(args));
  return httpTarget('limit B', requestTo(service.url));
}

/** A peer: Fastify and postgres.js, written with care. */
export async function startPeer(
  stack: AsyncDisposableStack,
  installation: Installation,
): Promise<Target> {
  const env = { DATABASE_URL: installation.databaseUrl, KEY_PEPPER: keyPepper };
  const service = await phase('Starting the peer', () => startService(['bench/peer.ts'], { env }));
  return leadTarget({ name: 'peer', installation, url: stack.use(service).url });
}
