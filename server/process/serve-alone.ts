import type { Settings } from '../env.ts';
import { createWebServer } from '../http/server.ts';
import { startRuntime } from '../runtime.ts';
import { banner } from './banner.ts';
import { listen } from './listen.ts';
import { isDev } from './mode.ts';
import { openNext } from './panel.ts';
import { prepareOnceThere } from './prepare-database.ts';
import { phase } from './progress.mjs';
import { openDatabaseAloud, warnOfLosses } from './say.ts';
import { type Parts, stop, stopOnSignal } from './stop.ts';

/** All in this process. It listens first, so that `/livez` answers while the database comes up. */
export async function serveAlone(settings: Settings): Promise<void> {
  const web = createWebServer(settings.trustedProxies);
  const parts: Parts = { web };
  stopOnSignal({ stop: () => stop(parts, settings.drainDelay) });

  const port = await listen(web.server, settings);
  try {
    const database = await openDatabaseAloud(settings);
    parts.database = database;
    await phase('Preparing the database', () => prepareOnceThere(database.url, settings));
    const runtime = startRuntime(settings, database.url);
    parts.runtime = runtime;

    await warnOfLosses(runtime.background.sql);
    web.openPanel(await phase('Opening the panel', () => openNext(isDev, web.server)));
    console.log(await banner(runtime.panel.sql, settings, port));
  } catch (error) {
    await parts.database?.release();
    throw error;
  }
}
