import type { Settings } from '../env.ts';
import { createWebServer } from '../http/server.ts';
import { createLogger } from '../log.ts';
import { reserveRuntime, startRuntime } from '../runtime.ts';
import { listen } from './listen.ts';
import { isDev, openNext } from './next.ts';
import { prepareOnceThere } from './prepare-database.ts';
import { phase } from './progress.mjs';
import { closeAll, type Parts, stopOnSignal } from './shutdown.ts';
import { openIntake } from './start-step.ts';
import { checkConnections, greet, logReady, openDatabase } from './startup-log.ts';

/**
 * Serves in this process. It loads the panel before it listens, because loading holds the process, and
 * listens before it opens the database, so that `/livez` answers while the database starts.
 */
export async function runSingle(given: Settings): Promise<void> {
  const web = createWebServer(given.trustedProxies, isDev);
  const parts: Parts = { web };
  stopOnSignal(() => closeAll(parts, given.drainDelay));

  reserveRuntime();
  web.openPanel(await phase('Opening the panel', () => openNext()));
  const port = await listen(web.server, given);
  const settings = { ...given, port };
  try {
    const log = createLogger(settings.logLevel, () => port);
    const database = await openDatabase(settings, log);
    parts.database = database;
    const address = await phase('Preparing the database', () =>
      prepareOnceThere(database, settings),
    );
    await checkConnections(address, settings.workers);
    const runtime = startRuntime(settings, address);
    parts.runtime = runtime;

    await openIntake(runtime);
    await greet(address, settings, port);
    logReady(runtime.log, port);
  } catch (error) {
    await parts.database?.release();
    throw error;
  }
}
