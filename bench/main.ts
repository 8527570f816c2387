import { writeFileSync } from 'node:fs';
import { phase } from '#server/process/progress.mjs';
import { Belongings } from './belongings.ts';
import { DatabaseServer } from './database-server.ts';
import { Findings } from './findings.ts';
import { type Options, readOptions } from './options.ts';
import { describeCircumstances, formatJson, formatTable } from './report.ts';
import { runPlan } from './run.ts';

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function measure(belongings: Belongings, { plan, json }: Options): Promise<boolean> {
  const server = await phase('Starting PostgreSQL', () => DatabaseServer.open(belongings));
  const facts = await server.assertDurable();
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit'] as const)
    console.error(`  ${name} is ${facts[name]}`);

  const about = describeCircumstances(facts, plan);
  const findings = new Findings();
  await runPlan(belongings, findings, plan, server).catch((error: unknown) => {
    findings.failure = messageOf(error);
  });

  const text = formatTable(findings, about);
  if (json === true) {
    console.error(text);
    console.log(formatJson(findings, about));
  } else {
    console.log(text);
    if (json) writeFileSync(json, `${formatJson(findings, about)}\n`);
  }
  return findings.pass;
}

const options = readOptions(process.argv.slice(2));
const belongings = new Belongings();
// One Ctrl+C may arrive twice, from the terminal and passed on by npm.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    void belongings.clear().then(() => process.exit(130));
  });
}

try {
  process.exitCode = (await measure(belongings, options)) ? 0 : 1;
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
} finally {
  await belongings.clear();
}
