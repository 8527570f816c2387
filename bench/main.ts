import { writeFileSync } from 'node:fs';
import { prepareDatabase } from '#server/process/prepare-database.ts';
import { phase } from '#server/process/progress.mjs';
import { Belongings } from './belongings.ts';
import { httpContestant } from './contestants/http-contestant.ts';
import { limitDatabase } from './contestants/limit-database.ts';
import { limitHttp } from './contestants/limit-http.ts';
import { startFastify } from './contestants/peer-fastify.ts';
import { startProduct } from './contestants/product.ts';
import { DatabaseServer } from './database-server.ts';
import { Findings } from './findings.ts';
import { plantFixture } from './fixture.ts';
import { readOptions } from './options.ts';
import { measureLatency, measureThroughput } from './parts/throughput.ts';
import { fullPlan, quickPlan } from './plan.ts';
import { type Circumstances, describeMachine, formatJson, formatTable } from './report.ts';
import { keyPepper } from './secrets.ts';
import { openStage } from './stage.ts';
import { requestTo } from './submission.ts';

const options = readOptions(process.argv.slice(2));
const plan = options.isQuick ? quickPlan : fullPlan(options.leads);
const belongings = new Belongings();
const findings = new Findings();

async function run(): Promise<Circumstances> {
  const startedAt = new Date().toISOString();
  const server = await phase('Starting PostgreSQL', () => DatabaseServer.open(belongings));
  const postgres = await server.assertDurable();
  console.error(
    `  fsync ${postgres.fsync}, full_page_writes ${postgres.full_page_writes}, synchronous_commit ${postgres.synchronous_commit}`,
  );
  await prepareDatabase(server.templateUrl, { keyPepper, demoData: false });
  const fixture = await plantFixture(server.templateUrl);
  const stage = await openStage(belongings, server, fixture, 'none');
  const { address, reset } = stage;

  const requests = [requestTo(address)];
  const service = await phase('Starting the product', () => startProduct(belongings, stage.url));
  const limitA = limitDatabase(belongings, stage);
  const contestants = {
    product: httpContestant(belongings, { name: 'product', service, requests, prepare: reset }),
    limitA,
    limitB: await limitHttp(belongings, service, address),
    peer1: httpContestant(belongings, {
      name: 'peer 1',
      service: await startFastify(belongings, stage.url),
      requests,
      prepare: reset,
    }),
  };
  await measureThroughput(findings, contestants, plan);
  await measureLatency(findings, contestants, plan);

  return { startedAt, machine: describeMachine(), postgres, plan, limitATool: limitA.tool };
}

function write(about: Circumstances): void {
  const text = formatTable(findings, about);
  if (options.json === true) {
    console.error(text);
    console.log(formatJson(findings, about));
    return;
  }
  console.log(text);
  if (options.json) writeFileSync(options.json, `${formatJson(findings, about)}\n`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await belongings.clear();
    process.exit(130);
  });
}

try {
  write(await run());
  process.exitCode = findings.pass ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await belongings.clear();
}
