import { prepareDatabase } from '#server/process/prepare-database.ts';
import { phase } from '#server/process/progress.mjs';
import type { Belongings } from './belongings.ts';
import type { Contestant } from './contestants/contestant.ts';
import { httpContestant } from './contestants/http-contestant.ts';
import { startProduct } from './contestants/product.ts';
import type { DatabaseServer } from './database-server.ts';
import type { Findings } from './findings.ts';
import { type Fixture, plantFixture } from './fixture.ts';
import { lineUp } from './line-up.ts';
import { runLoad } from './load/run-load.ts';
import type { Account } from './panel-client.ts';
import { measureMemory } from './parts/memory.ts';
import { measureNewDatabase } from './parts/new-database.ts';
import { measurePanel } from './parts/panel.ts';
import { measureSizes } from './parts/sizes.ts';
import { measureLatency, measureThroughput } from './parts/throughput.ts';
import { measureWorkers } from './parts/workers.ts';
import type { Plan } from './plan.ts';
import { keyPepper } from './secrets.ts';
import type { Service } from './service.ts';
import { createAdmin, startSizedProduct } from './sized-product.ts';
import { openStage, type Stage } from './stage.ts';
import { requestTo } from './submission.ts';

/** Enough for PostgreSQL to learn from. */
const firstLeads = 2_000;

/** What all parts of a run work with. */
interface Run {
  belongings: Belongings;
  findings: Findings;
  plan: Plan;
  server: DatabaseServer;
  fixture: Fixture;
  /** Without leads, but for those of the round that is measured. */
  stage: Stage;
  product: Service;
}

function productOn(
  { belongings }: Run,
  name: string,
  service: Service,
  { address, prepare }: { address: Stage['address']; prepare: () => Promise<void> },
): Contestant {
  return httpContestant(belongings, { name, service, requests: [requestTo(address)], prepare });
}

async function compareWithOthers(run: Run): Promise<void> {
  const { belongings, findings, plan, stage, product } = run;
  const { contestants, dismiss } = await lineUp(belongings, stage, product, plan.isFull);
  await measureThroughput(findings, contestants, plan);
  await measureLatency(findings, contestants, plan);
  await dismiss();
}

async function compareWorkers(run: Run): Promise<void> {
  const { belongings, findings, plan, stage, product } = run;
  const { address, reset: prepare } = stage;
  const pair = await phase('Starting two workers', () => startProduct(belongings, stage.url, 2));
  const one = productOn(run, 'one worker', product, { address, prepare });
  const two = productOn(run, 'two workers', pair, { address, prepare });
  await measureWorkers(findings, [one, two], plan);
  await pair.stop();
}

async function compareNewDatabase(run: Run): Promise<void> {
  const { belongings, findings, plan, server, fixture, stage, product } = run;
  const { address, reset: prepare } = stage;
  const known = productOn(run, 'known tables', product, { address, prepare });
  const openNew = (round: number) => openStage(belongings, server, fixture, `new_${round}`);
  await measureNewDatabase(belongings, findings, plan, { known, openNew });
}

async function compareSizes(
  run: Run,
  account: Account,
  sizes: NonNullable<Plan['sizes']>,
): Promise<void> {
  const { belongings, findings, plan, server, fixture, stage, product } = run;
  const start = (database: string, leads: number) =>
    startSizedProduct(belongings, server, fixture, { database, leads, account });
  const small = await start('small', sizes.small);
  const large = await start('large', sizes.large);

  const { address, reset } = stage;
  const prepare = server.checkpoint;
  const empty = productOn(run, 'none stored', product, { address, prepare: reset });
  const full = productOn(run, `${large.panel.name} stored`, large.service, { address, prepare });
  await measureSizes(findings, [empty, full], plan);
  await measurePanel(findings, [small.panel, large.panel], plan);
}

/** Statistics of tables that never held a row would serve nobody: see `measureNewDatabase`. */
async function takeFirstLeads(
  belongings: Belongings,
  { address, analyze }: Stage,
  { port }: Service,
): Promise<void> {
  const requests = [requestTo(address)];
  await runLoad(belongings, {
    port,
    requests,
    connections: 8,
    warmUpSeconds: 0,
    count: firstLeads,
  });
  await analyze();
}

/**
 * Measures all of the plan, and leaves what it has found even when it cannot go on.
 *
 * @throws Error when a contestant fails a single request
 */
export async function runPlan(
  belongings: Belongings,
  findings: Findings,
  plan: Plan,
  server: DatabaseServer,
): Promise<void> {
  const { templateUrl } = server;
  await prepareDatabase(templateUrl, { keyPepper, demoData: false });
  const fixture = await plantFixture(templateUrl);
  const account = plan.sizes && (await createAdmin(belongings, templateUrl, fixture.companySlug));

  const stage = await openStage(belongings, server, fixture, 'none');
  const product = await phase('Starting the product', () => startProduct(belongings, stage.url));
  await phase('Taking the first leads', () => takeFirstLeads(belongings, stage, product));
  const run: Run = { belongings, findings, plan, server, fixture, stage, product };

  await compareWithOthers(run);
  if (plan.isFull) {
    await compareWorkers(run);
    await compareNewDatabase(run);
  }
  if (plan.memory) await measureMemory(findings, belongings, stage, plan.memory);
  if (plan.sizes && account) await compareSizes(run, account, plan.sizes);
}
