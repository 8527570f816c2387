import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type postgres from 'postgres';
import { createBackup } from '#db/backup/create-backup.ts';
import { BackupError } from '#db/backup/errors.ts';
import { type Head, totalRows } from '#db/backup/format.ts';
import { type Backup, openBackup } from '#db/backup/open-backup.ts';
import { assertKnownSchema, restoreBackup } from '#db/backup/restore-backup.ts';
import { verifyBackup } from '#db/backup/verify-backup.ts';
import { openPool } from '#db/client.ts';
import { loadEnvFile, readSettings, type Settings } from '../env.ts';
import type { OpenDatabase } from '../process/database.ts';
import { pepperMark, prepareLock } from '../process/prepare-database.ts';
import { withServer } from './connect.ts';
import { InterruptedError } from './failures.ts';
import { addNoun, addVerb } from './grammar.ts';
import { withInterrupt } from './interrupt.ts';
import { type OutputOptions, writeResult } from './output.ts';
import { duration, grouped, ProgressBar } from './progress-bar.ts';

/** One to work, one to end a statement of the other. A day bears the largest of tables. */
const pool = { name: 'backup', connections: 2, statementTimeout: 24 * 3_600_000 };

/** Shows one bar at a time, each from nothing to its total. */
class Bars {
  #label: string;
  #bar: ProgressBar | undefined;

  constructor(label: string) {
    this.#label = label;
  }

  next(label: string): void {
    this.end();
    this.#label = label;
  }

  readonly update = (done: number, total: number): void => {
    this.#bar ??= new ProgressBar(`${this.#label} rows`, total);
    this.#bar.update(done);
  };

  /** Of what has no steps to count. Without a terminal it says nothing. */
  note(text: string): void {
    if (process.stderr.isTTY) this.#bar?.note(text);
  }

  end(): void {
    this.#bar?.end();
    this.#bar = undefined;
  }
}

/** Runs `work` with bars; after Ctrl+C it fails with what did not happen. */
function withBars<Result>(
  label: string,
  stopped: string,
  work: (signal: AbortSignal, bars: Bars) => Promise<Result>,
): Promise<Result> {
  return withInterrupt(async (signal) => {
    const bars = new Bars(label);
    try {
      return await work(signal, bars);
    } catch (error) {
      throw signal.aborted ? new InterruptedError(`Stopped by Ctrl+C: ${stopped}`) : error;
    } finally {
      bars.end();
    }
  });
}

const withPool = <Result>(
  work: (sql: postgres.Sql, settings: Settings, at: OpenDatabase) => Promise<Result>,
): Promise<Result> =>
  withServer(async (database, settings) => {
    const { sql, close } = openPool(database.url, pool);
    try {
      return await work(sql, settings, database);
    } finally {
      await close(1);
    }
  });

const sizeOf = (bytes: number) =>
  bytes < 1e6 ? `${grouped(bytes / 1e3)} kB` : `${grouped(bytes / 1e6)} MB`;

const contents = (head: Head) =>
  `${grouped(totalRows(head))} rows of ${head.tables.length} tables as of ${head.madeAt}`;

const view = ({ path, head }: Pick<Backup, 'path' | 'head'>) => ({
  file: path,
  madeAt: head.madeAt,
  migration: head.migration,
  tables: head.tables.length,
  rows: totalRows(head),
});

async function create(file: string, options: OutputOptions & { force?: boolean }): Promise<void> {
  const path = resolve(file);
  const began = Date.now();
  const { head, bytes, secrets } = await withBars(
    'Saving',
    'no file was written',
    (signal, { update: onProgress }) =>
      withPool(async (sql, { dataDir }, { embedded }) => {
        const force = options.force === true;
        const made = await createBackup(sql, path, { force, signal, onProgress });
        return { ...made, secrets: embedded ? join(dataDir, 'secrets.json') : undefined };
      }),
  );

  const keep = secrets ?? 'KEY_PEPPER and AUTH_SECRET';
  writeResult(
    options,
    { ...view({ path, head }), bytes },
    `Saved ${contents(head)} in ${duration(Date.now() - began)}: ${path} (${sizeOf(bytes)}).\n` +
      `Keep ${keep} beside it: without them no API key and no second factor of it works.`,
  );
}

/** Before anything is begun: without its pepper a backup is of little use. */
function assertUsable(backup: Backup, { keyPepper }: Settings): void {
  assertKnownSchema(backup);
  const { pepperMark: mark } = backup.head;
  if (mark === null || mark === pepperMark(keyPepper).toString('hex')) return;
  throw new BackupError(
    'The backup was made under another KEY_PEPPER, so no API key of it would work: give that one, or "keyPepper" of the secrets.json that was kept with it, as KEY_PEPPER',
  );
}

async function restore(
  file: string,
  options: OutputOptions & { replace?: boolean },
): Promise<void> {
  const began = Date.now();
  const { backup, leftOut } = await withBars(
    'Restoring',
    'the database is as it was',
    async (signal, bars) => {
      const backup = await openBackup(resolve(file));
      loadEnvFile();
      assertUsable(backup, readSettings(process.env));
      const restored = await withPool((sql) =>
        restoreBackup(sql, backup, {
          replace: options.replace === true,
          lock: prepareLock,
          signal,
          onReferences: () => bars.note('checking references'),
          onVerify: () => bars.next('Verifying'),
          onProgress: bars.update,
        }),
      );
      return { backup, ...restored };
    },
  );

  const others =
    leftOut.length > 0 ? `\nLeft out, as no tables of Leadgate: ${leftOut.join(', ')}` : '';
  writeResult(
    options,
    { ...view(backup), leftOut, verified: true },
    `Restored ${contents(backup.head)} in ${duration(Date.now() - began)}.\n` +
      `Counts and checksums of all tables are those of the backup.${others}`,
  );
}

async function verify(file: string, options: OutputOptions): Promise<void> {
  const backup = await withBars('Verifying', 'not all was verified', async (signal, bars) => {
    const opened = await openBackup(resolve(file));
    await verifyBackup(opened, { signal, onProgress: bars.update });
    return opened;
  });

  writeResult(
    options,
    { ...view(backup), verified: true },
    `Sound: ${contents(backup.head)}, with the counts and checksums of then.`,
  );
}

export function addBackup(program: Command): void {
  const noun = addNoun(program, 'backup', 'everything that the database holds, in one file');

  addVerb(noun, 'create <file>', 'save it, beside a running server if need be', [
    'backup create /backups/leadgate-monday',
  ])
    .option('--force', 'replace the file if it is there')
    .action(create);

  addVerb(noun, 'verify <file>', 'count a backup and check its checksums, without a database', [
    'backup verify /backups/leadgate-monday',
  ]).action(verify);

  addVerb(
    noun,
    'restore <file>',
    'bring it back into an empty database that nothing runs on; all of it or nothing',
    ['backup restore /backups/leadgate-monday'],
  )
    .option('--replace', 'lose everything that the database holds')
    .action(restore);
}
