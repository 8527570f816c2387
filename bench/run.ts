import { setTimeout as sleep } from 'node:timers/promises';
import { phase } from '#server/process/progress.mjs';
import { measureArrivals } from './arrival.ts';
import { measureBoard } from './board.ts';
import { measureExports } from './export.ts';
import type { Grown } from './grown-leads.ts';
import { createInstallation, type Installation, startWithLeads } from './installation.ts';
import { measureLists } from './lists.ts';
import { runLoad } from './load.ts';
import type { Part } from './options.ts';
import { panelTarget } from './panel.ts';
import { residentMemory } from './processes.ts';
import { measureSearches } from './search.ts';
import {
  batchTargets,
  type LeadServer,
  leadTarget,
  limitA,
  startLimitB,
  startPeer1,
  startPeer2,
  type Target,
} from './targets.ts';
import { measureInTurns, type Run } from './turns.ts';
import { measureWaits } from './waits.ts';

const smallDatabase = 1_000;
/** Of lists. */
const fewLeads = 10_000;
/** At most: the large database may be smaller. */
const exportedLeads = 1_000_000;
const boardLeads = 5_000;
/** The heap has reached its level by then: what postgres.js drops waits for a full collection. */
const earlyLeads = 200_000;
const lateLeads = 1_000_000;
/** Wait after the last answer, for what the product writes every second. */
const settleMs = 3_000;

const withCommas = (value: number) => value.toLocaleString('en-US');

/** The product of another checkout, on a database of its own. */
async function startOther(
  stack: AsyncDisposableStack,
  { server, plan: { against } }: Run,
): Promise<Target | undefined> {
  if (!against) return undefined;

  return phase(`Starting the product of ${against}`, async () => {
    const installation = await createInstallation(stack, server, against, 'other');
    const service = await startWithLeads(stack, installation);
    return leadTarget({ name: 'other product', installation, service });
  });
}

/**
 * The database of limit A and of the peers. The product, which would make words for their leads beside
 * the rounds, does not run on it.
 */
async function createPeerInstallation({ stack, server }: Run): Promise<Installation> {
  return phase('Preparing the database of the peers', async () => {
    const installation = await createInstallation(stack, server, '.', 'peers');
    await using starting = new AsyncDisposableStack();
    await startWithLeads(starting, installation);
    return installation;
  });
}

/** @param main on a database that stores the leads of one round only, as all targets do here */
async function compareTargets(run: Run, main: LeadServer): Promise<void> {
  const { installation, service } = main;
  const peers = await createPeerInstallation(run);
  const { throughput, latency, isFull } = run.plan;
  await using stack = new AsyncDisposableStack();
  const product = leadTarget(main);
  const other = await startOther(stack, run);
  const database = limitA(peers);
  const http = await startLimitB(stack, service, installation);
  const peer1 = await startPeer1(stack, peers);
  const peer2 = isFull ? await startPeer2(stack, peers) : undefined;

  const isPresent = (target: Target | undefined) => target !== undefined;
  const all = [product, other, database, http, peer1, peer2].filter(isPresent);
  const measured = ['requestsPerSecond', 'p99', 'processorTime'] as const;
  const busy = await measureInTurns(run, all, throughput, measured);
  busy('requestsPerSecond', product, database, { atLeast: 1 });
  busy('requestsPerSecond', product, http, { atLeast: 0.18 });
  busy('requestsPerSecond', product, peer1, { atLeast: 4 });
  if (peer2) busy('requestsPerSecond', product, peer2, { atLeast: 20 });
  busy('p99', product, peer1, { atMost: 1 });

  const waiting = [product, other, peer1, peer2].filter(isPresent);
  const single = await measureInTurns(run, waiting, latency, ['p50', 'p99']);
  single('p50', product, peer1, { atMost: 1.4 });

  if (!other) return;
  busy('requestsPerSecond', product, other);
  busy('processorTime', product, other);
  busy('p99', product, other);
  single('p50', product, other);
}

/** What batches save a sender with one connection, and cost the others. */
async function compareBatches(run: Run, main: LeadServer): Promise<void> {
  const [one, batches] = await batchTargets(main);
  const compare = await measureInTurns(run, [one, batches], run.plan.latency, ['leadsPerSecond']);
  compare('leadsPerSecond', batches, one, { atLeast: 5 });
  await measureWaits(run, main);
}

/** What a second worker adds on a machine whose cores the load and PostgreSQL need too. */
async function compareWorkers(run: Run, main: LeadServer): Promise<void> {
  await using pair = await phase('Starting two workers', () => main.installation.start(2));
  const one = leadTarget({ ...main, name: 'one worker' });
  const two = leadTarget({ ...main, name: 'two workers', service: pair });
  const compare = await measureInTurns(run, [one, two], run.plan.throughput, ['requestsPerSecond']);
  compare('requestsPerSecond', two, one);
}

/** Whether the process grows with the leads that it has stored. */
async function measureMemory({ report }: Run, installation: Installation): Promise<void> {
  await installation.reset();
  await using service = await installation.start();
  const memoryAfter = async (leads: number, stored: number) => {
    const name = `memory after ${withCommas(leads)} leads`;
    const load = { connections: 64, warmUp: 0, count: leads - stored };
    await phase(name, () => runLoad(installation.requestTo(service), load));
    await sleep(settleMs);
    return report.add(name, 'MB', [await residentMemory(service.pid)]);
  };

  const early = await memoryAfter(earlyLeads, 0);
  const late = await memoryAfter(lateLeads, earlyLeads);
  report.compare(`${late.name} ÷ after ${withCommas(earlyLeads)}`, late, early, { atMost: 1.3 });
}

interface Stored extends LeadServer {
  grown: Grown;
}

async function startStored(
  stack: AsyncDisposableStack,
  { server }: Run,
  database: string,
  leads: number,
): Promise<Stored> {
  const name = `${withCommas(leads)} stored`;
  const installation = await createInstallation(stack, server, '.', database);
  // It makes the words of the leads while they are stored.
  const service = stack.use(await installation.start());
  const grown = await phase(`Storing ${withCommas(leads)} leads`, () => installation.grow(leads));
  await phase(`Indexing ${withCommas(leads)} leads`, async () => {
    await installation.untilSearchable();
    // Otherwise autovacuum does the same work during the rounds.
    await installation.analyze();
  });
  return { name, installation, service, grown };
}

/** Whether intake and the page of a step slow down with the number of stored leads. */
async function compareSizes(run: Run, main: LeadServer, large: LeadServer): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const small = await startStored(stack, run, 'small', smallDatabase);

  const none = leadTarget({ ...main, name: 'none stored' });
  const stored = leadTarget(large, large.installation.checkpoint);
  const compare = await measureInTurns(run, [stored, none], run.plan.throughput, [
    'requestsPerSecond',
  ]);
  compare('requestsPerSecond', stored, none, { atLeast: 0.85 });

  for (const procedure of ['steps.get', 'leads.list'] as const) {
    const [few, many] = [await panelTarget(small, procedure), await panelTarget(large, procedure)];
    const comparePanel = await measureInTurns(run, [few, many], run.plan.latency, ['p95']);
    comparePanel('p95', many, few, { atMost: 1.5 });
  }
}

async function compareLists(run: Run, large: Stored): Promise<void> {
  await using stack = new AsyncDisposableStack();
  await measureLists(run, await startStored(stack, run, 'few', fewLeads), large);
}

async function exportLeads(run: Run): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const leads = Math.min(run.plan.leads, exportedLeads);
  await measureExports(run, await startStored(stack, run, 'exported', leads));
}

/** What needs a browser. */
async function measureScreens(run: Run, isWanted: (part: Part) => boolean): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const product = await startStored(stack, run, 'board', boardLeads);
  if (isWanted('board')) await measureBoard(run, product);
  if (isWanted('arrival')) await measureArrivals(run, product);
}

/**
 * Measures what the plan names, and adds it to the report as it goes.
 *
 * @throws Error when a target fails a single request
 */
export async function runPlan(run: Run): Promise<void> {
  const { stack, server, plan } = run;
  const isWanted = (...names: Part[]) => names.some((name) => plan.parts.includes(name));

  const startMain = () =>
    phase('Starting the product', async () => {
      const installation = await createInstallation(stack, server, '.', 'none_stored');
      const service = await startWithLeads(stack, installation);
      return { name: 'product', installation, service };
    });
  const main = isWanted('targets', 'batches', 'workers', 'memory', 'sizes')
    ? await startMain()
    : undefined;
  if (main && isWanted('targets')) await compareTargets(run, main);
  if (main && isWanted('batches')) await compareBatches(run, main);
  if (main && isWanted('workers')) await compareWorkers(run, main);
  if (main && isWanted('memory')) await measureMemory(run, main.installation);

  const large = isWanted('lists', 'sizes', 'searches')
    ? await startStored(stack, run, 'large', plan.leads)
    : undefined;
  // Before load adds leads that are all alike.
  if (large && isWanted('lists')) await compareLists(run, large);
  if (main && large && isWanted('sizes')) await compareSizes(run, main, large);
  if (large && isWanted('searches')) await measureSearches(run, large);
  if (isWanted('export')) await exportLeads(run);
  if (isWanted('board', 'arrival')) await measureScreens(run, isWanted);
}
