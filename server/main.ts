// `mode` comes first: it decides what the others load.
import { missingDurability } from '#db/durability.ts';
import { loadEnvFile, readSettings, type Settings } from './env.ts';
import { banner } from './process/banner.ts';
import { type OpenDatabase, openDatabase } from './process/database.ts';
import { describeFailure } from './process/describe-failure.ts';
import { listen } from './process/listen.ts';
import { isDev } from './process/mode.ts';
import { openNext } from './process/panel.ts';
import { prepareDatabase } from './process/prepare-database.ts';
import { phase } from './process/progress.mjs';
import { stopOnSignal } from './process/stop.ts';
import { createWebServer } from './process/web-server.ts';
import { startRuntime } from './runtime.ts';

async function openAndSay(settings: Settings): Promise<OpenDatabase> {
  const database = await phase('Starting the database', () => openDatabase(settings));
  const { embedded } = database;
  if (embedded)
    console.error(`  PostgreSQL ${embedded.adopted ? 'runs already' : 'runs'} in ${embedded.home}`);
  return database;
}

async function main(): Promise<void> {
  loadEnvFile();
  const settings = readSettings(process.env);
  const web = createWebServer(settings.trustedProxies);
  const parts: Parameters<typeof stopOnSignal>[0] = { server: web.server };
  stopOnSignal(parts);

  const port = await listen(web.server, settings);
  try {
    const database = await openAndSay(settings);
    parts.database = database;
    await phase('Preparing the database', () => prepareDatabase(database.url, settings));
    const runtime = startRuntime(settings, database.url);
    parts.runtime = runtime;

    const notDurable = await missingDurability(runtime.background.sql);
    if (notDurable.length > 0) {
      console.error(`! The database may lose acknowledged leads: ${notDurable.join(', ')} is off`);
    }
    web.openPanel(await phase('Opening the panel', () => openNext(isDev, web.server)));
    console.log(await banner(runtime, `http://${settings.host ?? 'localhost'}:${port}`));
  } catch (error) {
    await parts.database?.release();
    throw error;
  }
}

main().catch((error: unknown) => {
  console.error(`Leadgate cannot start. ${describeFailure(error)}`);
  process.exit(1);
});
