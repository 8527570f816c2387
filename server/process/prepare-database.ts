import { createHmac } from 'node:crypto';
import type postgres from 'postgres';
import { type DatabaseAddress, inspectAddress, isSameDatabase, keepsSession } from '#db/address.ts';
import { type Database, openConnection, type Pooler } from '#db/client.ts';
import { migrateSchema } from '#db/migrate.ts';
import { demo } from '#db/seed/demo.ts';
import { seedDemo } from '#db/seed/seed-demo.ts';
import { grantServingRights } from '#db/serving-role.ts';
import { SettingsError } from '../env.ts';
import { migrationStatementMs, prepareNoticeMs, startStatementMs } from '../limits.ts';
import { demoSecret, hashSecret, secretHints } from '../services/api-keys/secret.ts';
import { findLocalTimeZone } from '../services/companies/time-zone.ts';
import { deriveAttribution } from '../services/leads/derive-attribution.ts';
import { hashPassword } from '../services/users/password.ts';
import type { OpenDatabase } from './database.ts';
import { notice, startStep, whenDatabaseAllows } from './start-step.ts';

/** One process at a time migrates and seeds; the others wait, then find it done. */
export const prepareLock = 7_236_002;

/** As the operator gives it: without `directUrl`, `url` serves for all. */
type GivenAddress = Pick<OpenDatabase, 'url' | 'directUrl'>;

interface PrepareOptions {
  keyPepper: string;
  demoData: boolean;
}

/** Identifies the pepper of a database, or of a backup of it. */
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

/** Secrets come from the pepper, so that only this installation can print them. */
async function addDemoData(db: Database, keyPepper: string): Promise<void> {
  await seedDemo(db, {
    passwordHash: await hashPassword(demo.password),
    timeZone: await findLocalTimeZone(db),
    secretFor: (purpose) => {
      const secret = demoSecret(keyPepper, purpose);
      return { hash: hashSecret(keyPepper, secret), ...secretHints(secret) };
    },
    deriveAttribution,
  });
}

/** An address without its password. */
const withoutSecrets = (url: string) => {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
};

/** @throws SettingsError when leads would be stored in one database, and another migrated and saved */
export async function assertSameDatabase({ url, directUrl }: GivenAddress): Promise<void> {
  if (!directUrl || directUrl === url || (await isSameDatabase(url, directUrl))) return;
  throw new SettingsError(
    `DATABASE_URL and DATABASE_URL_DIRECT do not lead to the same database: ${withoutSecrets(url)} and ${withoutSecrets(directUrl)}`,
  );
}

/** @throws SettingsError when locks and announcements would go through a pooler */
async function assertSessions(
  { directUrl }: GivenAddress,
  pooler: Pooler | undefined,
): Promise<void> {
  if (pooler && !directUrl)
    throw new SettingsError(
      'DATABASE_URL leads through a connection pooler: set DATABASE_URL_DIRECT to the address of PostgreSQL itself',
    );
  if (directUrl && !(await keepsSession(directUrl)))
    throw new SettingsError(
      'DATABASE_URL_DIRECT leads through a connection pooler in transaction mode: give the address of PostgreSQL itself',
    );
}

async function lockToPrepare(sql: postgres.Sql): Promise<void> {
  const timer = setTimeout(
    () => notice('Another process prepares the database. Waiting for it'),
    prepareNoticeMs,
  );
  try {
    await sql`select pg_advisory_lock(${prepareLock})`;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Migrates under an advisory lock, gives the serving role its rights, checks the pepper, and seeds an
 * empty database with the demo data when `demoData` says so.
 *
 * @returns how to reach the database
 * @throws NewerSchemaError, SettingsError
 */
export async function prepareDatabase(
  database: GivenAddress,
  options: PrepareOptions,
): Promise<DatabaseAddress> {
  const { url } = database;
  const { role, pooler } = await inspectAddress(url);
  await assertSessions(database, pooler);
  const directUrl = database.directUrl ?? url;
  // The lock belongs to this one connection: without it, no statement runs any more.
  const { sql, db, close } = openConnection(directUrl, {
    name: 'start',
    statementTimeout: migrationStatementMs,
  });
  const step = (what: string, work: () => Promise<void>) =>
    startStep(what, { url: directUrl }, work);
  try {
    await lockToPrepare(sql);
    await step('Migrating the schema', () => migrateSchema(sql));
    await sql.unsafe(`set statement_timeout = ${startStatementMs}`);
    await step('Granting rights', () => grantServingRights(sql, role));
    await step('Checking the pepper', () => assertPepper(sql, options.keyPepper));
    await step('Adding demo data', async () => {
      if (options.demoData && (await isEmpty(sql))) await addDemoData(db, options.keyPepper);
    });
    return { url, pooler, directUrl };
  } finally {
    await close();
  }
}

/**
 * The same for a server, which waits until the database can be reached and logs why it waits.
 *
 * @throws NewerSchemaError, SettingsError, and errors that do not pass
 */
export const prepareOnceThere = (
  database: GivenAddress,
  options: PrepareOptions,
): Promise<DatabaseAddress> =>
  whenDatabaseAllows(async () => {
    await assertSameDatabase(database);
    return prepareDatabase(database, options);
  });
