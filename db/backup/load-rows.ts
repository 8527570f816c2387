import type postgres from 'postgres';
import { copyRows } from '#db/copy/copy-rows.ts';
import { BackupError } from './errors.ts';
import type { Sums, TableHead } from './format.ts';
import type { Backup } from './open-backup.ts';
import { readBackup } from './read-backup.ts';
import type { Table } from './tables.ts';

const newline = 10;

interface LoadOptions {
  signal: AbortSignal;
  /** Told of the rows that were sent since the last time. */
  onRows(count: number): void;
}

function countLines(lines: Buffer): number {
  let count = 0;
  for (let at = lines.indexOf(newline); at >= 0; at = lines.indexOf(newline, at + 1)) count += 1;
  return count;
}

function assertColumns(table: Table, written: TableHead): void {
  const unknown = written.columns.find((column) => !table.columns.includes(column));
  if (unknown === undefined) return;
  throw new BackupError(`The backup has a column ${table.name}.${unknown} that no migration makes`);
}

/**
 * Sends the rows of a backup into tables that this transaction has made, so that they need no
 * further care of PostgreSQL's (`freeze`). Rows of other tables are passed over.
 *
 * @returns the sums that the backup ends with
 * @throws BackupError
 */
export async function loadRows(
  tx: postgres.TransactionSql,
  backup: Backup,
  tables: ReadonlyMap<string, Table>,
  { signal, onRows }: LoadOptions,
): Promise<Sums> {
  for (const written of backup.head.tables) {
    const table = tables.get(written.name);
    if (table) assertColumns(table, written);
  }

  for await (const part of readBackup(backup)) {
    signal.throwIfAborted();
    if ('sums' in part) return part.sums;
    const { name, columns } = part.table;
    if (tables.has(name))
      await copyRows(tx, { table: name, columns, options: 'freeze' }, part.lines);
    onRows(countLines(part.lines));
  }
  throw new BackupError(`${backup.path} ends too early`);
}
