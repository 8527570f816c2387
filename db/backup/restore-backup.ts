import type postgres from 'postgres';
import { readRows } from '#db/copy/read-rows.ts';
import { knownMigrations, migrateWithin } from '#db/migrate.ts';
import { clearDatabase } from './clear-database.ts';
import { compareSums } from './compare-sums.ts';
import type { OnProgress } from './create-backup.ts';
import { BackupError } from './errors.ts';
import { totalRows } from './format.ts';
import { layAside } from './lay-aside.ts';
import { loadRows } from './load-rows.ts';
import type { Backup } from './open-backup.ts';
import { RowDigest } from './row-digest.ts';
import { inStoppableTransaction } from './stoppable.ts';
import { listTables, settle } from './tables.ts';

interface RestoreOptions {
  /** Takes away what the database holds. */
  replace: boolean;
  /** Advisory lock for which those wait that start. */
  lock: number;
  signal: AbortSignal;
  /** Of the rows that are in, and afterwards of those that were read again. */
  onProgress: OnProgress;
  /** All rows are in. */
  onReferences(): void;
  /** They are read again. */
  onVerify(): void;
}

export interface Restored {
  rows: number;
  /** Tables of the file that no migration makes. */
  leftOut: string[];
}

/** @throws BackupError when this version of the program does not know the schema of the backup */
export function assertKnownSchema({ head, path }: Backup): void {
  const known = knownMigrations();
  if (known.includes(head.migration)) return;
  const isNewer = head.migration > Math.max(...known);
  throw new BackupError(
    isNewer
      ? `${path} was made by a newer version of Leadgate: update the program`
      : `${path} has a schema that this version of Leadgate does not know`,
  );
}

async function bringSequences(tx: postgres.TransactionSql, { head }: Backup): Promise<void> {
  for (const { name, last } of head.sequences)
    await tx`select setval(to_regclass(${name}), ${last}::bigint) where to_regclass(${name}) is not null`;
}

const namesOf = (tables: Iterable<{ name: string }>) =>
  [...tables].map(({ name }) => name).join(', ');

type Tables = ReadonlyMap<string, Backup['head']['tables'][number]>;

async function readBack(
  tx: postgres.TransactionSql,
  tables: Tables,
  { signal, onProgress }: RestoreOptions,
): Promise<Map<string, RowDigest>> {
  const digests = new Map<string, RowDigest>();
  const total = [...tables.values()].reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;

  for (const { name, columns } of tables.values()) {
    const digest = new RowDigest();
    for await (const lines of readRows(tx, name, columns)) {
      signal.throwIfAborted();
      digest.add(lines);
      onProgress(done + digest.rows, total);
    }
    done += digest.rows;
    digests.set(name, digest);
  }
  return digests;
}

/**
 * Makes a database hold what a backup holds, at its schema, and only then brings the schema up to
 * date. All in one transaction: whatever fails leaves the database as it was.
 *
 * @param sql a pool of two connections or more
 * @throws BackupError, and the reason of `signal`
 */
export async function restoreBackup(
  sql: postgres.Sql,
  backup: Backup,
  options: RestoreOptions,
): Promise<Restored> {
  const { head } = backup;
  const { signal, onProgress } = options;
  assertKnownSchema(backup);

  return inStoppableTransaction(sql, { signal }, async (tx) => {
    await settle(tx);
    await tx`select pg_advisory_xact_lock(${options.lock})`;
    await clearDatabase(tx, options.replace);
    await migrateWithin(tx, head.migration);

    const made = new Map((await listTables(tx)).map((table) => [table.name, table]));
    const tables = new Map(
      head.tables.filter(({ name }) => made.has(name)).map((table) => [table.name, table]),
    );
    const bringBack = await layAside(tx, made.values());
    await tx.unsafe(`truncate ${namesOf(made.values())}`);
    let sent = 0;
    const onRows = (count: number) => {
      sent += count;
      onProgress(sent, totalRows(head));
    };
    const sums = await loadRows(tx, backup, made, { signal, onRows });
    options.onReferences();
    await bringBack();
    await bringSequences(tx, backup);

    options.onVerify();
    const digests = await readBack(tx, tables, options);
    compareSums(sums, digests, 'The restored database');
    await migrateWithin(tx);
    await tx.unsafe(`analyze ${namesOf(await listTables(tx))}`);

    return {
      rows: [...digests.values()].reduce((sum, { rows }) => sum + rows, 0),
      leftOut: head.tables.map(({ name }) => name).filter((name) => !made.has(name)),
    };
  });
}
