import { loadEnvFile, readSettings } from './env.ts';
import { describeFailure } from './process/describe-failure.ts';
import { isDev } from './process/mode.ts';

/**
 * One process serves, or one leads as many as `WEB_CONCURRENCY` says. Each loads only its own part,
 * and after `mode`, which decides what is loaded.
 */
async function main(): Promise<void> {
  loadEnvFile();
  const settings = readSettings(process.env);

  if (settings.workers > 1 && !isDev) {
    const { leadWorkers } = await import('./process/lead-workers.ts');
    return leadWorkers(settings);
  }
  if (settings.workers > 1)
    console.error('! With --dev one process serves: WEB_CONCURRENCY is not looked at');
  const { serveAlone } = await import('./process/serve-alone.ts');
  return serveAlone({ ...settings, workers: 1 });
}

main().catch((error: unknown) => {
  console.error(`Leadgate cannot start. ${describeFailure(error)}`);
  process.exit(1);
});
