import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type postgres from 'postgres';
import { createBackup } from '#db/backup/create-backup.ts';
import { BackupError } from '#db/backup/errors.ts';
import { type OnProgress, type Summary, totalRows } from '#db/backup/format.ts';
import { type Backup, openBackup, readTables, skipRows } from '#db/backup/read-backup.ts';
import { assertKnownSchema, restoreBackup } from '#db/backup/restore-backup.ts';
import { openPool } from '#db/client.ts';
import { findKeyPepper, loadEnvFile, type Settings } from '../env.ts';
import type { OpenDatabase } from '../process/database.ts';
import { pepperMark, prepareLock } from '../process/prepare-database.ts';
import { withServer } from './connect.ts';
import { InterruptedError } from './failures.ts';
import { addNoun, addVerb } from './grammar.ts';
import { withInterrupt } from './interrupt.ts';
import { type OutputOptions, writeResult } from './output.ts';
import { duration, grouped, ProgressBar } from './progress-bar.ts';

/** One to work, one to cancel its statements. A day suffices for the largest table. */
const pool = { name: 'backup', connections: 2, statementTimeout: 24 * 3_600_000 };

/** Runs `work` with a progress bar; after Ctrl+C it fails with what did not happen. */
function withBar<Result>(
  label: string,
  stopped: string,
  work: (
    signal: AbortSignal,
    onProgress: OnProgress,
    note: (text: string) => void,
  ) => Promise<Result>,
): Promise<Result> {
  return withInterrupt(async (signal) => {
    let bar: ProgressBar | undefined;
    const onProgress: OnProgress = (done, total) => {
      bar ??= new ProgressBar(`${label} rows`, total);
      bar.update(done);
    };
    // Without a terminal nothing is noted.
    const note = (text: string) => process.stderr.isTTY && bar?.note(text);
    try {
      return await work(signal, onProgress, note);
    } catch (error) {
      throw signal.aborted ? new InterruptedError(`Stopped by Ctrl+C: ${stopped}`) : error;
    } finally {
      bar?.end();
    }
  });
}

const withPool = <Result>(
  work: (sql: postgres.Sql, settings: Settings, at: OpenDatabase) => Promise<Result>,
): Promise<Result> =>
  withServer(async (database, settings) => {
    const { sql, close } = openPool(database.directUrl ?? database.url, pool);
    try {
      return await work(sql, settings, database);
    } finally {
      await close();
    }
  });

const sizeOf = (bytes: number) =>
  bytes < 1e6 ? `${grouped(bytes / 1e3)} kB` : `${grouped(bytes / 1e6)} MB`;

const contents = (summary: Summary) =>
  `${grouped(totalRows(summary))} rows of ${summary.tables.length} tables as of ${summary.madeAt}`;

const view = ({ path, summary }: Pick<Backup, 'path' | 'summary'>) => ({
  file: path,
  madeAt: summary.madeAt,
  migration: summary.migration,
  tables: summary.tables.length,
  rows: totalRows(summary),
});

async function create(file: string, options: OutputOptions & { force?: boolean }): Promise<void> {
  const path = resolve(file);
  const force = options.force === true;
  const began = Date.now();
  const { summary, bytes, secrets } = await withBar(
    'Saving',
    'no file was written',
    (signal, onProgress) =>
      withPool(async (sql, { dataDir }, { embedded }) => {
        const made = await createBackup(sql, path, { force, signal, onProgress });
        const secrets = embedded ? join(dataDir, 'secrets.json') : 'KEY_PEPPER and AUTH_SECRET';
        return { ...made, secrets };
      }),
  );

  writeResult(
    options,
    { ...view({ path, summary }), bytes },
    `Saved ${contents(summary)} in ${duration(Date.now() - began)}: ${path} (${sizeOf(bytes)}).\n` +
      `Keep ${secrets} beside it: without them no API key and no second factor of it works.`,
  );
}

/** Without its pepper a backup is of little use. A new one would be another, so none is made. */
function assertPepper({ summary }: Backup, keyPepper: string | undefined): void {
  const { pepperMark: mark } = summary;
  if (mark === null) return;
  if (keyPepper && mark === pepperMark(keyPepper).toString('hex')) return;
  throw new BackupError(
    'The backup was made under another KEY_PEPPER, so no API key of it would work: give that one, or "keyPepper" of the secrets.json that was kept with it, as KEY_PEPPER',
  );
}

async function restore(file: string, options: OutputOptions): Promise<void> {
  const began = Date.now();
  const { backup, leftOut } = await withBar(
    'Restoring',
    'the database is as it was',
    async (signal, onProgress, note) => {
      const backup = await openBackup(resolve(file));
      assertKnownSchema(backup);
      loadEnvFile();
      assertPepper(backup, findKeyPepper(process.env));
      const onLoaded = () => note('checking references');
      const leftOut = await withPool((sql) =>
        restoreBackup(sql, backup, { lock: prepareLock, signal, onProgress, onLoaded }),
      );
      return { backup, leftOut };
    },
  );

  const others =
    leftOut.length > 0 ? `\nLeft out, as no tables of Leadgate: ${leftOut.join(', ')}` : '';
  writeResult(
    options,
    { ...view(backup), leftOut, verified: true },
    `Restored ${contents(backup.summary)} in ${duration(Date.now() - began)}.\n` +
      `Row counts of all tables are those of the backup.${others}`,
  );
}

async function verify(file: string, options: OutputOptions): Promise<void> {
  const backup = await withBar('Verifying', 'not all was verified', async (signal, onProgress) => {
    const opened = await openBackup(resolve(file));
    await readTables(opened, onProgress, (_, rows) => skipRows(rows, signal));
    return opened;
  });

  writeResult(
    options,
    { ...view(backup), verified: true },
    `Complete and unchanged: ${contents(backup.summary)}.`,
  );
}

export function addBackup(program: Command): void {
  const noun = addNoun(program, 'backup', 'everything that the database holds, in one file');
  const example = '/backups/leadgate-monday';

  addVerb(noun, 'create <file>', 'save it, beside a running server if need be', [
    `backup create ${example}`,
  ])
    .option('--force', 'replace the file if it is there')
    .action(create);

  addVerb(noun, 'verify <file>', 'check a backup and count its rows, without a database', [
    `backup verify ${example}`,
  ]).action(verify);

  addVerb(noun, 'restore <file>', 'load it into an empty database; all of it or nothing', [
    `backup restore ${example}`,
  ]).action(restore);
}
