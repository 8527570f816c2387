import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type postgres from 'postgres';

const readMigrations = () =>
  readMigrationFiles({ migrationsFolder: join(process.cwd(), 'db', 'migrations') });

/** The database was migrated by a later version of the program. */
export class NewerSchemaError extends Error {}

/** Time stamps of all migrations of this version of the program, in their order. */
export const knownMigrations = () => readMigrations().map((file) => file.folderMillis);

const newestKnown = () => Math.max(...knownMigrations());

/** Time stamp of the newest migration that the database has, 0 for none. */
export async function newestApplied(sql: postgres.ISql): Promise<number> {
  const [table] =
    await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  if (!table?.exists) return 0;

  const [row] =
    await sql`select coalesce(max(created_at), 0) as newest from drizzle.__drizzle_migrations`;
  return Number(row?.newest);
}

/** Whether the schema was made by these migrations, be they all or the first of them. */
export async function isMigrated(sql: postgres.ISql): Promise<boolean> {
  if ((await newestApplied(sql)) === 0) return false;

  const [first] = readMigrations();
  const rows = await sql`
    select from drizzle.__drizzle_migrations where hash = ${first?.hash ?? ''}`;
  return rows.length > 0;
}

/** Whether the schema is the one that this version of the program was written for. */
export async function isSchemaCurrent(sql: postgres.Sql): Promise<boolean> {
  return (await newestApplied(sql)) === newestKnown();
}

/**
 * Brings the schema up to a migration, the newest unless told. What is applied is noted where
 * drizzle-kit notes it.
 *
 * @param last time stamp of the migration
 */
export async function migrateWithin(
  tx: postgres.TransactionSql,
  last = newestKnown(),
): Promise<void> {
  await tx`create schema if not exists drizzle`;
  await tx`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`;
  const applied = await newestApplied(tx);

  for (const { folderMillis, hash, sql: statements } of readMigrations()) {
    if (folderMillis <= applied || folderMillis > last) continue;
    for (const statement of statements) await tx.unsafe(statement);
    await tx`insert into drizzle.__drizzle_migrations (hash, created_at)
      values (${hash}, ${folderMillis})`;
  }
}

/**
 * Brings the schema up to date. Takes no lock of its own: see `prepareDatabase`.
 *
 * @throws NewerSchemaError when the schema is ahead of this version of the program
 */
export async function migrateSchema(sql: postgres.Sql): Promise<void> {
  const applied = await newestApplied(sql);
  if (applied > newestKnown()) {
    throw new NewerSchemaError(
      'The database has a newer schema than this version of Leadgate: update the program, or restore a backup',
    );
  }
  if (applied < newestKnown()) await sql.begin((tx) => migrateWithin(tx));
}
