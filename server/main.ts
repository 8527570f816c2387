import { loadEnvFile, readSettings } from './env.ts';
import { createLogger } from './log.ts';
import { describeFailure } from './process/describe-failure.ts';
import { isDev } from './process/next.ts';

/**
 * One process serves, or a primary forks as many workers as `WEB_CONCURRENCY` says. Each loads only
 * its own part, and after `next.ts`, which decides what is loaded.
 */
async function main(): Promise<void> {
  loadEnvFile();
  const settings = readSettings(process.env);
  const { workers, logLevel } = settings;
  createLogger(logLevel).info({ event: 'start', workers, node: process.version }, 'start');

  if (settings.workers > 1 && !isDev) {
    const { runPrimary } = await import('./process/primary.ts');
    return runPrimary(settings);
  }
  if (settings.workers > 1)
    console.error('! With --dev one process serves: WEB_CONCURRENCY is ignored');
  const { runSingle } = await import('./process/single.ts');
  return runSingle({ ...settings, workers: 1 });
}

main().catch((error: unknown) => {
  console.error(`Leadgate cannot start. ${describeFailure(error)}`);
  process.exit(1);
});
