import { writeFileSync } from 'node:fs';
import { Belongings } from './belongings.ts';
import { Findings } from './findings.ts';
import { readOptions } from './options.ts';
import { type Circumstances, formatJson, formatTable } from './report.ts';
import { runPlan } from './run.ts';

const options = readOptions(process.argv.slice(2));
const belongings = new Belongings();
const findings = new Findings();

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
  write(await runPlan(belongings, findings, options.plan));
  process.exitCode = findings.pass ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await belongings.clear();
}
