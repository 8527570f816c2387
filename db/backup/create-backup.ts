import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type postgres from 'postgres';
import { isMigrated, newestApplied } from '#db/migrate.ts';
import { copyFrom } from './copy.ts';
import { BackupError } from './errors.ts';
import { countRows, format, type Header, type OnProgress, program, totalRows } from './format.ts';
import { listTables } from './tables.ts';
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

/** Keeps migrations away until the transaction ends. */
async function lockTables(
  sql: postgres.Sql,
  tx: postgres.TransactionSql,
  names: readonly string[],
): Promise<number> {
  const migration = await newestApplied(tx);
  await tx.unsafe(`lock table ${names.join(', ')} in access share mode`);
  if ((await newestApplied(sql)) === migration) return migration;
  throw new BackupError('The database was being migrated: try again');
}

async function makeHeader(sql: postgres.Sql, tx: postgres.TransactionSql): Promise<Header> {
  if (!(await isMigrated(tx)))
    throw new BackupError('The database holds nothing of Leadgate: there is nothing to back up');

  const found = await listTables(tx);
  const names = found.map(({ name }) => name);
  const migration = await lockTables(sql, tx, names);
  const [made] = await tx`
    select now(), (select encode(pepper_mark, 'hex') from installation) as "pepperMark"`;
  const tables: Header['tables'] = [];
  for (const table of found) {
    const [counted] = await tx.unsafe(`select count(*) from ${table.name}`);
    tables.push({ ...table, rows: Number(counted?.count) });
  }

  const madeAt = new Date(made?.now).toISOString();
  return { program, format, madeAt, migration, pepperMark: made?.pepperMark ?? null, tables };
}

async function writeTables(
  tx: postgres.TransactionSql,
  header: Header,
  append: Append,
  onProgress: OnProgress,
): Promise<void> {
  const total = totalRows(header);
  const sizes: number[] = [];
  let done = 0;
  const onRows = (count: number) => {
    done += count;
    onProgress(done, total);
  };
  await append(Buffer.from(`${JSON.stringify(header)}\n`));

  for (const { name, columns } of header.tables) {
    const rows = copyFrom(tx, `${name} (${columns.join(', ')})`);
    let size = 0;
    const write = async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        await append(chunk);
        size += chunk.length;
      }
    };
    await pipeline(countRows(rows, onRows), createGzip(compression), write);
    sizes.push(size);
  }
  await append(Buffer.from(`\n${JSON.stringify(sizes)}\n`));
}

/**
 * Writes everything that the database holds at one moment into a file, beside a running server.
 *
 * @param sql a pool of two connections or more
 * @throws BackupError, and the reason of `signal`; no file is left then
 */
export async function createBackup(
  sql: postgres.Sql,
  path: string,
  { force, signal, onProgress }: CreateOptions,
): Promise<{ bytes: number; header: Header }> {
  const mode = 'isolation level repeatable read read only';
  const described = Promise.withResolvers<Header>();
  // When the file cannot be written, the statement that reads need not run to its end.
  const failing = new AbortController();
  const either = AbortSignal.any([signal, failing.signal]);

  const bytes = await writeSealedFile(path, force, (append) =>
    inCancellableTransaction(sql, mode, either, async (tx) => {
      const header = await makeHeader(sql, tx);
      const appendOrAbort: Append = (chunk) =>
        append(chunk).catch((error: unknown) => {
          failing.abort(error);
          throw error;
        });
      await writeTables(tx, header, appendOrAbort, onProgress);
      described.resolve(header);
    }),
  );
  return { bytes, header: await described.promise };
}
