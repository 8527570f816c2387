import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { phase } from '#server/process/progress.mjs';
import { createInstallation, startDatabaseServer } from './installation.ts';
import { measurePanel } from './panel.ts';
import { Report } from './report.ts';
import { measureInTurns, type Run } from './rounds.ts';
import {
  batchTarget,
  findLimitA,
  type LeadServer,
  leadTarget,
  startLimitB,
  startPeer,
} from './targets.ts';

const quick = {
  rounds: 3,
  throughput: { connections: 64, warmUp: 0.5, seconds: 1.5 },
  latency: { connections: 1, warmUp: 0.3, seconds: 0.7 },
};
const full = {
  rounds: 5,
  throughput: { connections: 64, warmUp: 2, seconds: 5 },
  latency: { connections: 1, warmUp: 1, seconds: 3 },
};

function readOptions() {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      against: { type: 'string' },
      leads: { type: 'string', default: '1000000' },
      rounds: { type: 'string' },
    },
  });
  const count = z.coerce.number().int().positive();
  const plan = values.quick ? quick : full;
  return {
    ...plan,
    isQuick: values.quick,
    rounds: values.rounds === undefined ? plan.rounds : count.parse(values.rounds),
    leads: count.parse(values.leads),
    against: values.against === undefined ? undefined : resolve(values.against),
  };
}
type Options = ReturnType<typeof readOptions>;

/** The product of a folder, on a database that stores the leads of one round only. */
const startProduct = ({ stack, server }: Run, name: string, database: string, folder: string) =>
  phase(`Starting the ${name} in ${folder}`, async (): Promise<LeadServer> => {
    const installation = await createInstallation(stack, server, database, folder);
    const { url } = stack.use(await installation.start());
    await installation.storeFirstLeads(url);
    return { name, installation, url };
  });

/** The product does not run on it: it would make words for the leads of the peer beside the rounds. */
const createPeerInstallation = ({ stack, server }: Run) =>
  phase('Preparing the database of the peer', async () => {
    const installation = await createInstallation(stack, server, 'peer');
    await using service = await installation.start();
    await installation.storeFirstLeads(service.url);
    return installation;
  });

async function compareTargets(run: Run, main: LeadServer, { against }: Options) {
  await using stack = new AsyncDisposableStack();
  const installation = await createPeerInstallation(run);
  const product = leadTarget(main);
  const other = against
    ? leadTarget(await startProduct(run, 'other product', 'other', against))
    : undefined;
  const database = await findLimitA(installation);
  const http = await startLimitB(stack, main);
  const peer = await startPeer(stack, installation);

  const all = [product, other, database, http, peer].filter((target) => !!target);
  const busy = await measureInTurns(run, all, run.throughput, ['rate', 'p99']);
  busy('rate', product, database, { atLeast: 1 });
  busy('rate', product, http, { atLeast: 0.18 });
  busy('rate', product, peer, { atLeast: 4 });
  busy('p99', product, peer, { atMost: 1 });
  busy('rate', product, other);
  busy('p99', product, other);

  const waiting = [product, other, peer].filter((target) => !!target);
  const single = await measureInTurns(run, waiting, run.latency, ['p50', 'p99']);
  single('p50', product, peer, { atMost: 1.4 });
  single('p50', product, other);
}

/** What batches save a sender with one connection. */
async function compareBatches(run: Run, main: LeadServer): Promise<void> {
  const [one, batches] = [leadTarget(main), await batchTarget(main)];
  const compare = await measureInTurns(run, [one, batches], run.latency, ['rate']);
  compare('rate', batches, one, { atLeast: 5 });
}

const options = readOptions();
const report = new Report();
try {
  await using stack = new AsyncDisposableStack();
  const server = await phase('Starting PostgreSQL', () => startDatabaseServer(stack));
  const run = { ...options, stack, server, report };
  const main = await startProduct(run, 'product', 'product', '.');
  await compareTargets(run, main, options);
  await compareBatches(run, main);
  if (!options.isQuick) await measurePanel(run, options.leads);
  process.exitCode = report.passes ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
report.print();
