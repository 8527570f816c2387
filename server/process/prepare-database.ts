import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { openConnection } from '#db/client.ts';
import { isPassingFault } from '#db/errors.ts';
import { migrateSchema } from '#db/migrate.ts';
import { SettingsError } from '../env.ts';
import { describeFailure } from './describe-failure.ts';
import { seedDemoData } from './seed-demo-data.ts';

/** One process at a time migrates and seeds; the others wait, then find it done. */
export const prepareLock = 7_236_002;
/** Milliseconds for one statement: a migration of a large table, or the wait for who is at it. */
const longest = 30 * 60_000;
/** On a terminal the line of the phase under way stands there. */
const clearLine = process.stderr.isTTY ? '\r\x1b[2K' : '';
/** Milliseconds between two attempts. */
const pause = 500;

interface PrepareOptions {
  keyPepper: string;
  demoData: boolean;
}

/** What a database, or a backup of it, knows its pepper by. */
export const pepperMark = (pepper: string) =>
  createHmac('sha256', pepper).update('leadgate pepper').digest();

async function assertPepper(sql: postgres.Sql, pepper: string): Promise<void> {
  const mark = pepperMark(pepper);
  await sql`insert into installation (id, pepper_mark) values (1, ${mark}) on conflict do nothing`;

  const [row] = await sql`select pepper_mark = ${mark} as same from installation`;
  if (row?.same) return;
  throw new SettingsError(
    'KEY_PEPPER is not the one this database was set up with, so no API key would work: give the old one',
  );
}

async function isEmpty(sql: postgres.Sql): Promise<boolean> {
  const [row] = await sql`select not exists (select from applications) as empty`;
  return row?.empty === true;
}

/**
 * Migrates under an advisory lock, checks the pepper, and inserts the demo data when asked to and
 * the database is empty.
 *
 * @throws NewerSchemaError, SettingsError
 */
export async function prepareDatabase(url: string, options: PrepareOptions): Promise<void> {
  // The lock is the connection's: were it lost, nothing more may be done, and nothing is.
  const { sql, db, close } = openConnection(url, { name: 'start', statementTimeout: longest });
  try {
    await sql`select pg_advisory_lock(${prepareLock})`;
    await migrateSchema(sql);
    await assertPepper(sql, options.keyPepper);
    if (options.demoData && (await isEmpty(sql))) {
      await seedDemoData(db, options.keyPepper);
    }
  } finally {
    await close();
  }
}

/**
 * The same, for a process that serves: a database that is away is waited for, and the operator is
 * told why, once for each reason.
 *
 * @throws NewerSchemaError, SettingsError, and what the database refuses
 */
export async function prepareOnceThere(url: string, options: PrepareOptions): Promise<void> {
  let told = '';
  for (;;) {
    try {
      return await prepareDatabase(url, options);
    } catch (error) {
      if (!isPassingFault(error)) throw error;

      const reason = describeFailure(error);
      if (reason !== told) console.error(`${clearLine}! ${reason}. Waiting for it`);
      told = reason;
      await sleep(pause);
    }
  }
}
