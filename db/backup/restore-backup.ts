import type postgres from 'postgres';
import { knownMigrations, migrateWithin } from '#db/migrate.ts';
import { copyInto } from './copy.ts';
import { BackupError } from './errors.ts';
import type { OnProgress, Summary } from './format.ts';
import { type Backup, readTables, skipRows } from './read-backup.ts';
import { listTables } from './tables.ts';
import { inCancellableTransaction } from './transaction.ts';

interface RestoreOptions {
  /** Advisory lock that a starting server waits for. */
  lock: number;
  signal: AbortSignal;
  onProgress: OnProgress;
  /** Called when all rows are in and their references are to be checked. */
  onLoaded: () => void;
}

/** @throws BackupError when this version of the program does not know the schema of the backup */
export function assertKnownSchema({ summary, path }: Backup): void {
  const known = knownMigrations();
  if (known.includes(summary.migration)) return;
  throw new BackupError(
    summary.migration > Math.max(...known)
      ? `${path} was made by a newer version of Leadgate: update the program`
      : `${path} has a schema that this version of Leadgate does not know`,
  );
}

async function assertEmpty(tx: postgres.TransactionSql): Promise<void> {
  const [table] = await tx`
    select format('%I.%I', nspname, relname) as name
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname in ('public', 'drizzle') and relkind in ('r', 'p', 'v', 'm', 'f')
      and not exists (
        select from pg_depend
        where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
    order by nspname desc, relname limit 1`;
  if (table)
    throw new BackupError(
      `The database is not empty, it has ${table.name}: restore into a new database`,
    );
}

/**
 * Drops foreign keys and disables triggers; returns what brings them back. Adding a key checks all
 * rows at once, many times faster than row by row, and rows may come in any order.
 */
async function dropChecks(tx: postgres.TransactionSql): Promise<() => Promise<void>> {
  const checks = await tx<{ drop: string; restore: string }[]>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) as restore
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    union all
    select format('alter table %s disable trigger %I', c.oid::regclass, tgname),
      format('alter table %s enable trigger %I', c.oid::regclass, tgname)
    from pg_trigger join pg_class c on c.oid = tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace`;
  for (const { drop } of checks) await tx.unsafe(drop);

  return async () => {
    for (const { restore } of checks) await tx.unsafe(restore);
  };
}

async function assertRows(tx: postgres.TransactionSql, tables: Summary['tables']): Promise<void> {
  for (const { name, rows } of tables) {
    const [counted] = await tx.unsafe(`select count(*) from ${name}`);
    if (Number(counted?.count) !== rows)
      throw new BackupError(`${name} has ${counted?.count} rows after loading instead of ${rows}`);
  }
}

/**
 * Makes the schema of a backup in an empty database, loads its rows, and brings the schema up to
 * date. All in one transaction: whatever fails leaves the database empty.
 *
 * @param sql a pool of two connections or more
 * @param backup of a schema that this version knows
 * @returns tables of the file that no migration makes, which are left out
 * @throws BackupError, and the reason of `signal`
 */
export async function restoreBackup(
  sql: postgres.Sql,
  backup: Backup,
  { lock, signal, onProgress, onLoaded }: RestoreOptions,
): Promise<string[]> {
  const { migration, tables } = backup.summary;
  const leftOut: string[] = [];

  await inCancellableTransaction(sql, '', signal, async (tx) => {
    await tx`select pg_advisory_xact_lock(${lock})`;
    await assertEmpty(tx);
    await migrateWithin(tx, migration);

    const made = (await listTables(tx)).map(({ name }) => name);
    const restoreChecks = await dropChecks(tx);
    // Rows that migrations have inserted are in the backup as well.
    await tx.unsafe(`truncate ${made.join(', ')}`);
    await readTables(backup, onProgress, async ({ name, columns }, rows) => {
      if (!made.includes(name)) {
        leftOut.push(name);
        return skipRows(rows, signal);
      }
      // Tables that are new in this transaction may be loaded frozen: no vacuum has to visit them.
      await copyInto(tx, `${name} (${columns.join(', ')})`, rows, 'with (freeze)');
    });
    onLoaded();
    await restoreChecks();
    await assertRows(
      tx,
      tables.filter(({ name }) => made.includes(name)),
    );

    await migrateWithin(tx);
    await tx.unsafe(`analyze ${made.join(', ')}`);
  });
  return leftOut;
}
