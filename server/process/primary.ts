import { randomInt } from 'node:crypto';
import type { DatabaseAddress } from '#db/address.ts';
import type { Settings } from '../env.ts';
import { createLogger } from '../log.ts';
import type { OpenDatabase } from './database.ts';
import { describeFailure } from './describe-failure.ts';
import { prepareOnceThere } from './prepare-database.ts';
import { phase } from './progress.mjs';
import { stopOnSignal } from './shutdown.ts';
import { checkConnections, greet, logReady, openDatabase } from './startup-log.ts';
import { WorkerPool } from './worker-pool.ts';

/**
 * `PORT=0` asks for any port. It is drawn here, below those that systems give to outgoing
 * connections, because workers share a port by its number.
 */
const drawPort = (settings: Settings): Settings =>
  settings.port === 0
    ? { ...settings, port: randomInt(10_000, 32_000), portIsGiven: false }
    : settings;

async function serve(
  pool: WorkerPool,
  settings: Settings,
  address: DatabaseAddress,
  port: number,
): Promise<void> {
  await checkConnections(address, settings.workers);
  await phase(`Opening the panel in ${settings.workers} processes`, () => pool.serve(address));
  await greet(address, settings, port);
}

/**
 * Prepares the database and prints the banner; the workers serve all requests. Runs until a signal,
 * or until workers cannot start any more.
 *
 * @throws WorkerError, SettingsError and what `openDatabase` throws, once all has stopped
 */
export async function runPrimary(settings: Settings): Promise<void> {
  let port: number | undefined;
  const log = createLogger(settings.logLevel, () => port);
  const pool = new WorkerPool(drawPort(settings), log);
  let database: OpenDatabase | undefined;
  const stop = async () => {
    const began = performance.now();
    log.info({ event: 'draining' }, 'draining');
    const isComplete = await pool.stop();
    await database?.release();
    const durationMs = Math.round(performance.now() - began);
    log.info({ event: 'stopped', isComplete, durationMs }, 'stopped');
    return isComplete;
  };
  stopOnSignal(stop, () => pool.kill());

  try {
    port = await pool.listen();
    const opened = await openDatabase(settings, log);
    database = opened;
    const address = await phase('Preparing the database', () => prepareOnceThere(opened, settings));
    await serve(pool, settings, address, port);
    logReady(log, port);
  } catch (error) {
    await stop();
    throw error;
  }

  await pool.failure.catch(async (error: unknown) => {
    console.error(`Leadgate cannot go on. ${describeFailure(error)}`);
    await stop();
  });
  process.exit(1);
}
