import type postgres from 'postgres';
import { readRows } from '#db/copy/read-rows.ts';
import { isMigrated, newestApplied } from '#db/migrate.ts';
import { Draft } from './draft.ts';
import { BackupError } from './errors.ts';
import { endOfRows, format, type Head, program, type Sums, totalRows } from './format.ts';
import { RowDigest } from './row-digest.ts';
import { inStoppableTransaction } from './stoppable.ts';
import { listSequences, listTables, settle, type Table } from './tables.ts';

/** Told of the rows that are through, and of how many there are in all. */
export type OnProgress = (done: number, total: number) => void;

interface CreateOptions {
  /** Takes the place of a file that is there. */
  force: boolean;
  signal: AbortSignal;
  onProgress: OnProgress;
}

export interface Made {
  /** Of the file. */
  bytes: number;
  head: Head;
}

/** From now on until the end nobody can change what these tables are made of. */
async function holdTables(
  sql: postgres.Sql,
  tx: postgres.TransactionSql,
  tables: readonly Table[],
): Promise<number> {
  const migration = await newestApplied(tx);
  await tx.unsafe(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`);
  if ((await newestApplied(sql)) === migration) return migration;
  throw new BackupError('The database was being migrated: try again');
}

async function countRows(tx: postgres.TransactionSql, table: Table): Promise<number> {
  const [row] = await tx.unsafe(`select count(*) as rows from ${table.name}`);
  return Number(row?.rows);
}

async function makeHead(sql: postgres.Sql, tx: postgres.TransactionSql): Promise<Head> {
  if (!(await isMigrated(tx)))
    throw new BackupError('The database holds nothing of Leadgate: there is nothing to back up');

  const tables = await listTables(tx);
  const migration = await holdTables(sql, tx, tables);
  const [made] = await tx`select
    to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
    (select encode(pepper_mark, 'hex') from installation) as "pepperMark"`;
  const counted: Head['tables'] = [];
  for (const table of tables) counted.push({ ...table, rows: await countRows(tx, table) });

  return {
    program,
    format,
    madeAt: String(made?.at),
    migration,
    pepperMark: made?.pepperMark ?? null,
    tables: counted,
    sequences: [...(await listSequences(tx))],
  };
}

async function* writeContent(
  tx: postgres.TransactionSql,
  head: Head,
  { signal, onProgress }: CreateOptions,
): AsyncGenerator<Buffer | string> {
  const sums: Sums = {};
  const total = totalRows(head);
  let done = 0;

  for (const { name, columns } of head.tables) {
    const digest = new RowDigest();
    for await (const lines of readRows(tx, name, columns)) {
      signal.throwIfAborted();
      digest.add(lines);
      onProgress(done + digest.rows, total);
      yield lines;
    }
    done += digest.rows;
    sums[name] = { rows: digest.rows, checksum: digest.checksum };
    yield endOfRows;
  }
  yield `${JSON.stringify(sums)}\n`;
}

/**
 * Writes everything that the database holds at one moment into a file, beside whatever runs.
 *
 * @param sql a pool of two connections or more
 * @throws BackupError, and the reason of `signal`; no file is left then
 */
export async function createBackup(
  sql: postgres.Sql,
  path: string,
  options: CreateOptions,
): Promise<Made> {
  const draft = await Draft.open(path, options.force);
  const failing = new AbortController();
  const signal = AbortSignal.any([options.signal, failing.signal]);
  const mode = 'isolation level repeatable read read only';

  try {
    const head = await inStoppableTransaction(sql, { mode, signal }, async (tx) => {
      await settle(tx);
      const made = await makeHead(sql, tx);
      const content = writeContent(tx, made, { ...options, signal });
      await draft.write(`${JSON.stringify(made)}\n`, content, (failure) => failing.abort(failure));
      return made;
    });
    await draft.finish();
    return { bytes: draft.bytes, head };
  } finally {
    await draft.close();
  }
}
