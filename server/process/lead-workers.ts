import { randomInt } from 'node:crypto';
import type postgres from 'postgres';
import { openConnection } from '#db/client.ts';
import { type Settings, SettingsError } from '../env.ts';
import { createLogger } from '../log.ts';
import { connectionsOf } from '../pool-sizes.ts';
import { banner } from './banner.ts';
import { Crew } from './crew.ts';
import type { OpenDatabase } from './database.ts';
import { describeFailure } from './describe-failure.ts';
import { prepareOnceThere } from './prepare-database.ts';
import { phase } from './progress.mjs';
import { openDatabaseAloud, warnOfLosses } from './say.ts';
import { stopOnSignal } from './stop.ts';

/** Milliseconds to end in: more than the workers may take, and less than 25 s. */
const longest = 24_500;

/**
 * `PORT=0` asks for any port. It is drawn here, below those that systems give to outgoing
 * connections, because workers share a port by its number.
 */
const drawPort = (settings: Settings): Settings =>
  settings.port === 0
    ? { ...settings, port: randomInt(10_000, 32_000), portIsGiven: false }
    : settings;

/** Better no start than a database that refuses connections under load. */
async function assertRoom(sql: postgres.Sql, workers: number): Promise<void> {
  const [row] = await sql<{ room: number }[]>`
    select current_setting('max_connections')::int
      - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0) as room`;
  const room = row?.room ?? 0;
  const needed = connectionsOf(workers);
  if (needed <= room) return;
  throw new SettingsError(
    `WEB_CONCURRENCY=${workers} needs ${needed} connections, and PostgreSQL has ${room} (max_connections): lower one or raise the other`,
  );
}

/** Runs `work` on a connection of its own, closed afterwards. */
async function withConnection<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const { sql, close } = openConnection(url, { name: 'start', statementTimeout: 15_000 });
  try {
    return await work(sql);
  } finally {
    await close();
  }
}

/**
 * Leads the workers: database, port and banner are its own, all requests are theirs. Goes on until
 * a signal, or until workers cannot be had any more.
 *
 * @throws CrewError, SettingsError and what `openDatabase` throws, once all is stopped
 */
export async function leadWorkers(settings: Settings): Promise<void> {
  const crew = new Crew(drawPort(settings), createLogger(settings.logLevel));
  let database: OpenDatabase | undefined;
  const stop = async () => {
    await crew.stop();
    await database?.release();
  };
  stopOnSignal({ stop, abandon: () => crew.kill(), longest });

  try {
    const port = await crew.listen();
    database = await openDatabaseAloud(settings);
    const { url } = database;
    await phase('Preparing the database', () => prepareOnceThere(url, settings));
    await withConnection(url, async (sql) => {
      await assertRoom(sql, settings.workers);
      await warnOfLosses(sql);
    });
    await phase(`Opening the panel in ${settings.workers} processes`, () => crew.serve(url));
    console.log(await withConnection(url, (sql) => banner(sql, settings, port)));
  } catch (error) {
    await stop();
    throw error;
  }

  await crew.trouble.catch((error: unknown) => {
    console.error(`Leadgate cannot go on. ${describeFailure(error)}`);
    return stop();
  });
  process.exit(1);
}
