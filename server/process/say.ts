import type postgres from 'postgres';
import { missingDurability } from '#db/durability.ts';
import type { Settings } from '../env.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { phase } from './progress.mjs';

/** Opens the database, and tells the operator where the embedded one lives. */
export async function openDatabaseAloud(settings: Settings): Promise<OpenDatabase> {
  const database = await phase('Starting the database', () => openDatabase(settings));
  const { embedded } = database;
  if (embedded)
    console.error(`  PostgreSQL ${embedded.adopted ? 'runs already' : 'runs'} in ${embedded.home}`);
  return database;
}

/** Warns of settings of the database that acknowledged leads rest on. */
export async function warnOfLosses(sql: postgres.Sql): Promise<void> {
  const notDurable = await missingDurability(sql);
  if (notDurable.length > 0)
    console.error(`! The database may lose acknowledged leads: ${notDurable.join(', ')} is off`);
}
