import { phase } from '#server/process/progress.mjs';
import { startDatabaseServer } from './database-server.ts';
import { readOptions } from './options.ts';
import { Report } from './report.ts';
import { runPlan } from './run.ts';

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const { plan, json } = readOptions(process.argv.slice(2));
try {
  await using stack = new AsyncDisposableStack();
  const server = await phase('Starting PostgreSQL', () => startDatabaseServer(stack));
  await server.assertDurable();

  const report = new Report();
  await runPlan({ stack, server, report, plan }).catch((error: unknown) => {
    report.fail(messageOf(error));
  });
  report.write(plan, await server.version(), json);
  process.exitCode = report.pass ? 0 : 1;
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
