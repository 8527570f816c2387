import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import type postgres from 'postgres';

const migrationsFolder = join(process.cwd(), 'db', 'migrations');

/** The database was migrated by a later version of the program. */
export class NewerSchemaError extends Error {}

const newestKnown = () =>
  Math.max(...readMigrationFiles({ migrationsFolder }).map((file) => file.folderMillis));

/** Time stamp of the newest migration that the database has, 0 for none. */
async function newestApplied(sql: postgres.Sql): Promise<number> {
  const [table] =
    await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  if (!table?.exists) return 0;

  const [row] =
    await sql`select coalesce(max(created_at), 0) as newest from drizzle.__drizzle_migrations`;
  return Number(row?.newest);
}

/** Whether the schema is the one that this version of the program was written for. */
export async function isSchemaCurrent(sql: postgres.Sql): Promise<boolean> {
  return (await newestApplied(sql)) === newestKnown();
}

/**
 * Brings the schema up to date. Takes no lock of its own: see `prepareDatabase`.
 *
 * @throws NewerSchemaError when the schema is ahead of this version of the program
 */
export async function migrateSchema(sql: postgres.Sql): Promise<void> {
  if ((await newestApplied(sql)) > newestKnown()) {
    throw new NewerSchemaError(
      'The database has a newer schema than this version of Leadgate: update the program, or restore a backup',
    );
  }
  await migrate(drizzle(sql), { migrationsFolder });
}
