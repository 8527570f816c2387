import { openPool, type Pool, type PoolOptions } from '#db/client.ts';
import { loadEnvFile, readSettings, type Settings } from '../env.ts';
import { createLogger } from '../log.ts';
import { type OpenDatabase, openDatabase } from '../process/database.ts';
import { assertSameDatabase, prepareDatabase } from '../process/prepare-database.ts';
import type { SystemActor } from '../services/actor.ts';

const defaultPool: PoolOptions = { name: 'cli', connections: 2, statementTimeout: 30_000 };

export interface Connection extends Pick<Pool, 'db' | 'sql'> {
  settings: Settings;
}

/** Runs `work` with the installation's database, whether the server runs or not. */
export async function withServer<Result>(
  work: (database: OpenDatabase, settings: Settings) => Promise<Result>,
): Promise<Result> {
  loadEnvFile();
  const settings = readSettings(process.env);
  const database = await openDatabase(settings, createLogger(settings.logLevel));

  try {
    await assertSameDatabase(database);
    return await work(database, settings);
  } finally {
    await database.release();
  }
}

/** Also migrates the database and opens a pool for the owner of the schema. It adds no demo data; only the first start does. */
export function withDatabase<Result>(
  work: (connection: Connection) => Promise<Result>,
  poolOptions = defaultPool,
): Promise<Result> {
  return withServer(async (database, settings) => {
    const options = { keyPepper: settings.keyPepper, demoData: false };
    const { directUrl } = await prepareDatabase(database, options);
    const pool = openPool(directUrl, poolOptions);

    try {
      return await work({ db: pool.db, sql: pool.sql, settings });
    } finally {
      await pool.close();
    }
  });
}

/** The actor of changes made by the command line. */
export const commandLine = { kind: 'system', name: 'Command line' } as const;

/** The command line as an actor in a company. */
export function operator(companyId: string): SystemActor {
  return { ...commandLine, companyId };
}
