import { loadEnvFile, readSettings, SettingsError } from '../env.ts';
import { findRuntime, startRuntime } from '../runtime.ts';
import { prepareOnceThere } from './prepare-database.ts';

/**
 * Starts the runtime where Next alone serves. There is no embedded server then.
 *
 * @throws SettingsError without `DATABASE_URL`
 */
export async function ensureRuntime(): Promise<void> {
  if (findRuntime()) return;

  loadEnvFile();
  const settings = { ...readSettings(process.env), workers: 1 };
  if (!settings.databaseUrl) throw new SettingsError('Serving with Next alone needs DATABASE_URL');

  const database = { url: settings.databaseUrl, directUrl: settings.databaseUrlDirect };
  const runtime = startRuntime(settings, await prepareOnceThere(database, settings));
  process.once('SIGTERM', () => void runtime.close());
}
