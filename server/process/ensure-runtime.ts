import { loadEnvFile, readSettings, SettingsError } from '../env.ts';
import { findRuntime, isRuntimeReserved, startRuntime } from '../runtime.ts';
import { serializeError } from '../safe-error.ts';
import { prepareOnceThere } from './prepare-database.ts';
import { openIntake } from './start-step.ts';

/** Next alone prints the whole errors of pages, whose messages hold statements and values. */
function printErrorsWithoutValues(): void {
  const print = console.error;
  console.error = (...given: unknown[]) =>
    print(...given.map((each) => (each instanceof Error ? serializeError(each) : each)));
}

/**
 * Starts the runtime where Next alone serves. There is no embedded server then.
 *
 * @throws SettingsError without `DATABASE_URL`
 */
export async function ensureRuntime(): Promise<void> {
  if (findRuntime() || isRuntimeReserved()) return;

  printErrorsWithoutValues();
  loadEnvFile();
  const settings = { ...readSettings(process.env), workers: 1 };
  if (!settings.databaseUrl) throw new SettingsError('Serving with Next alone needs DATABASE_URL');

  const database = { url: settings.databaseUrl, directUrl: settings.databaseUrlDirect };
  const runtime = startRuntime(settings, await prepareOnceThere(database, settings));
  await openIntake(runtime);
  runtime.log.info({ event: 'ready', durationMs: Math.round(performance.now()) }, 'ready');
  process.once('SIGTERM', async () => {
    runtime.log.info({ event: 'draining' }, 'draining');
    await runtime.close();
    runtime.log.info({ event: 'stopped' }, 'stopped');
  });
}
