import { join } from 'node:path';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type postgres from 'postgres';

let migrationsOfVersion: MigrationMeta[] | undefined;

/** Once: `/readyz` asks again and again, and the files may be those of the next version meanwhile. */
function readMigrations(): readonly MigrationMeta[] {
  migrationsOfVersion ??= readMigrationFiles({
    migrationsFolder: join(process.cwd(), 'db', 'migrations'),
  });
  return migrationsOfVersion;
}

/** The database was migrated by a later version of the program. */
export class NewerSchemaError extends Error {}

/** Time stamps of all migrations of this version of the program, in their order. */
export const knownMigrations = () => readMigrations().map((file) => file.folderMillis);

const newestOf = (migrations: readonly MigrationMeta[]) => migrations.at(-1)?.folderMillis ?? 0;

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

/**
 * Whether this version of the program can work with the schema: its own one, or one that a later
 * version has made, which keeps what the version before it reads and writes (ADR 62).
 */
export async function isSchemaUsable(sql: postgres.Sql): Promise<boolean> {
  return (await newestApplied(sql)) >= newestOf(readMigrations());
}

/** Milliseconds. Whoever wants a row waits behind a migration that waits for the lock on its table. */
const lockTimeout = 1_000;

/** An index that is made while its table is written; the name is the first group. */
const concurrentIndex = /^create (?:unique )?index concurrently (?:if not exists )?"?(\w+)"?/i;

async function createJournal(sql: postgres.ISql): Promise<void> {
  await sql`create schema if not exists drizzle`;
  await sql`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`;
}

const record = (sql: postgres.ISql, { hash, folderMillis }: MigrationMeta) => sql`
  insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;

/**
 * Brings the schema of a database that serves nobody up to a migration, the newest unless told. What
 * is applied is noted where drizzle-kit notes it.
 *
 * @param last time stamp of the migration
 */
export async function migrateWithin(
  tx: postgres.TransactionSql,
  last = Number.POSITIVE_INFINITY,
): Promise<void> {
  await createJournal(tx);
  const applied = await newestApplied(tx);

  for (const migration of readMigrations()) {
    if (migration.folderMillis <= applied || migration.folderMillis > last) continue;
    for (const statement of migration.sql)
      await tx.unsafe(statement.replace(/(?<=^\s*create (?:unique )?index) concurrently/i, ''));
    await record(tx, migration);
  }
}

/** Makes indexes one by one, which no transaction may do. Those of a broken run are made anew. */
async function makeIndexes(sql: postgres.Sql, migration: MigrationMeta): Promise<void> {
  for (const statement of migration.sql) {
    const [, name = ''] = concurrentIndex.exec(statement.trim()) ?? [];
    const [made] = await sql`
      select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(${name})`;
    if (made?.isValid) continue;

    if (made) await sql`drop index concurrently ${sql(name)}`;
    await sql.unsafe(statement);
  }
  await record(sql, migration);
}

/**
 * Brings the schema up to date, one migration after the other, so that a version before this one can
 * serve meanwhile: see `migration-rules.ts`. Takes no lock of its own: see `prepareDatabase`.
 *
 * @throws NewerSchemaError when the schema is ahead of this version of the program; 55P03 when a table
 *   is in use for longer than others may wait. What is done is kept, so it can be called again
 */
export async function migrateSchema(
  sql: postgres.Sql,
  migrations = readMigrations(),
): Promise<void> {
  const applied = await newestApplied(sql);
  if (applied > newestOf(migrations)) {
    throw new NewerSchemaError(
      'The database has a newer schema than this version of Leadgate: update the program, or restore a backup',
    );
  }
  if (applied === 0) return void (await sql.begin((tx) => migrateWithin(tx)));

  const missing = migrations.filter(({ folderMillis }) => folderMillis > applied);
  for (const migration of missing) {
    if (migration.sql.some((statement) => concurrentIndex.test(statement.trim())))
      await makeIndexes(sql, migration);
    else
      await sql.begin(async (tx) => {
        await tx.unsafe(`set local lock_timeout = ${lockTimeout}`);
        for (const statement of migration.sql) await tx.unsafe(statement);
        await record(tx, migration);
      });
  }
  // Plans have no statistics of a table that was written anew, or of a new index of an expression.
  if (missing.length > 0) await sql`analyze`;
}
