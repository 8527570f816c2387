import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type postgres from 'postgres';
import { isMigrated, newestApplied } from '#db/migrate.ts';
import { copyFrom } from './copy.ts';
import { BackupError } from './errors.ts';
import { countRows, firstLine, type OnProgress, type Summary } from './format.ts';
import { listTables, type Table } from './tables.ts';
import { inCancellableTransaction } from './transaction.ts';
import { type Append, writeSealedFile } from './write-file.ts';

/** Higher levels take longer for hardly less. */
const compression = { level: 1, chunkSize: 256 * 1_024 };

interface CreateOptions {
  /** Replaces a file that is there. */
  force: boolean;
  signal: AbortSignal;
  onProgress: OnProgress;
}

/** Locks the tables, so that no migration changes them until the transaction ends. */
async function readOrigin(sql: postgres.Sql, tx: postgres.TransactionSql, tables: Table[]) {
  const migration = await newestApplied(tx);
  const names = tables.map(({ name }) => name).join(', ');
  await tx.unsafe(`lock table ${names} in access share mode`);
  if ((await newestApplied(sql)) !== migration)
    throw new BackupError('The database was being migrated: try again');

  const [made] = await tx`
    select now(), (select encode(pepper_mark, 'hex') from installation) as "pepperMark"`;
  const pepperMark: string | null = made?.pepperMark ?? null;
  return { madeAt: new Date(made?.now).toISOString(), migration, pepperMark };
}

async function writeTables(
  tx: postgres.TransactionSql,
  found: readonly Table[],
  append: Append,
  onProgress: OnProgress,
): Promise<Summary['tables']> {
  const counts = found.map(({ name }) => `(select count(*) from ${name})`);
  const [counted] = await tx.unsafe(`select ${counts.join(' + ')} as rows`);
  const total = Number(counted?.rows);
  const tables: Summary['tables'] = [];
  let done = 0;

  for (const { name, columns } of found) {
    const table = { name, columns, rows: 0, size: 0 };
    const onRows = (count: number) => {
      table.rows += count;
      done += count;
      onProgress(done, total);
    };
    const write = async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        await append(chunk);
        table.size += chunk.length;
      }
    };
    const rows = copyFrom(tx, `${name} (${columns.join(', ')})`);
    await pipeline(countRows(rows, onRows), createGzip(compression), write);
    tables.push(table);
  }
  if (done !== total) throw new BackupError(`The database gave ${done} of its ${total} rows`);
  return tables;
}

/**
 * Writes everything that the database holds at one moment into a file, beside a running server.
 *
 * @param sql a pool of two connections or more
 * @returns the size of the file in bytes, and its summary
 * @throws BackupError, and the reason of `signal`; no file is left then
 */
export async function createBackup(
  sql: postgres.Sql,
  path: string,
  { force, signal, onProgress }: CreateOptions,
): Promise<{ bytes: number; summary: Summary }> {
  const mode = 'isolation level repeatable read read only';
  const written = Promise.withResolvers<Summary>();
  // When the file cannot be written, the statement that reads need not run to its end.
  const failing = new AbortController();
  const either = AbortSignal.any([signal, failing.signal]);

  const bytes = await writeSealedFile(path, force, async (append) => {
    const appendOrAbort: Append = (chunk) =>
      append(chunk).catch((error: unknown) => {
        failing.abort(error);
        throw error;
      });
    await append(Buffer.from(firstLine));
    await inCancellableTransaction(sql, mode, either, async (tx) => {
      if (!(await isMigrated(tx)))
        throw new BackupError(
          'The database holds nothing of Leadgate: there is nothing to back up',
        );

      const found = await listTables(tx);
      const origin = await readOrigin(sql, tx, found);
      const tables = await writeTables(tx, found, appendOrAbort, onProgress);
      written.resolve({ ...origin, tables });
    });
    await append(Buffer.from(`\n${JSON.stringify(await written.promise)}\n`));
  });
  return { bytes, summary: await written.promise };
}
