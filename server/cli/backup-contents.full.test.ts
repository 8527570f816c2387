import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBackup } from '#db/backup/read-backup.ts';
import { createApplication } from '#db/factories/applications.ts';
import { createLead } from '#db/factories/leads.ts';
import { suffix } from '#db/factories/row.ts';
import { type TestDatabase, withTestDatabase } from '#db/testing.ts';
import { prepareLock } from '../process/prepare-database.ts';
import { describeRows, describeSchema, onConnection } from '../testing/describe-database.ts';
import { cleanUp, newFolder } from '../testing/start-leadgate.ts';
import { createKey } from '../testing/tenant.ts';
import { createAcme, expectOneLine, withCli } from './testing.ts';

const { database, cli, call } = withCli();
const target = withTestDatabase('template1');
const owned = withTestDatabase('template1');
const updated = withTestDatabase('template1');
const later = withTestDatabase('template1');
const partial = withTestDatabase('template1');
const untouched = withTestDatabase('template1');
const saved = { folder: '', today: '', tomorrow: '' };
const done = { exitCode: 0 };

/** A table of a later version: what PostgreSQL has to offer, and rows made of those that are there. */
const migration = `
create table notes (
  id bigint generated always as identity primary key,
  parent_id bigint references notes (id) on delete cascade,
  text text not null,
  length integer generated always as (length(text)) stored,
  "Odd ""name" text
);
--> statement-breakpoint
insert into notes (parent_id, text) values (2, 'answer'), (null, 'question');
--> statement-breakpoint
insert into notes (text) select name from applications where slug = 'odd';
--> statement-breakpoint
create function twice() returns trigger language plpgsql as $$
begin insert into notes (text) values ('made by a trigger'); return null; end $$;
--> statement-breakpoint
create trigger twice after insert on notes for each row when (new.parent_id = 2)
  execute function twice();
--> statement-breakpoint
create unlogged table scratch (id integer);`;

/** A folder of a later version of the program. */
function makeTomorrow(folder: string): void {
  const migrations = join(folder, 'db', 'migrations');
  mkdirSync(join(folder, 'db'));
  cpSync('db/migrations', migrations, { recursive: true });
  const path = join(migrations, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8'));
  journal.entries.push({ ...journal.entries.at(-1), when: 4_000_000_000_000, tag: '9999_later' });
  writeFileSync(path, JSON.stringify(journal));
  writeFileSync(join(migrations, '9999_later.sql'), migration);
}

const odd = `tab\there \\ back\\\\ \\N\r\n\\.\n${'王🌊'.repeat(700_000)}`;

beforeAll(async () => {
  const { db } = database;
  const { sales } = await createAcme(database);
  const { companyId, id: stepId } = sales;
  await createApplication(db, { slug: 'odd', name: odd });
  await createLead(db, {
    companyId,
    stepId,
    name: '\\.',
    phones: ['{"a,b"}', '', 'null'],
    customFields: { '\\.\n': '"\u2028', much: 1e21, no: false },
  });
  // Rows come in the order of the table: here the one that refers before the one it refers to.
  const old = await createKey(db, companyId);
  const successor = await createKey(db, companyId);
  await database.sql`update api_keys set successor_id = ${old.id} where id = ${successor.id}`;
  await database.sql`insert into sign_in_failures values ('passing', 1, now())`;

  saved.folder = newFolder();
  saved.today = join(saved.folder, 'today');
  saved.tomorrow = join(saved.folder, 'tomorrow');
  makeTomorrow(saved.folder);
  expect(await call(`backup create ${saved.today}`)).toMatchObject(done);
});
afterAll(cleanUp);

test('whatever a row holds comes back, and the schema with it', async () => {
  const restored = await cli(`backup restore ${saved.today}`, { databaseUrl: target.url });

  expect(restored).toMatchObject(done);
  expect(restored.stdout).toContain('Row counts of all tables are those of the backup.');
  const rows = await describeRows(database.sql);
  expect(await onConnection(target.url, describeRows)).toEqual({
    ...rows,
    'public.sign_in_failures': { rows: 0, hash: null },
  });
  expect(await onConnection(target.url, describeSchema)).toEqual(
    await describeSchema(database.sql),
  );
});

test('every table is saved but those that the rule names', async () => {
  const tables = Object.keys(await describeRows(database.sql));
  const { summary } = await openBackup(saved.today);

  const inFile = new Set(summary.tables.map(({ name }) => name));
  expect(tables.filter((name) => !inFile.has(name))).toEqual([
    'drizzle.__drizzle_migrations',
    'public.rate_buckets',
    'public.sessions',
    'public.sign_in_failures',
    'public.simulations',
  ]);
});

test('no table has a sequence, which backups do not carry', async () => {
  expect(await database.sql`select from pg_sequences where schemaname = 'public'`).toHaveLength(0);
});

test('an older backup is brought up to date, a newer one is refused', {
  timeout: 60_000,
}, async () => {
  const restore = (file: string, { url }: TestDatabase, cwd?: string) =>
    cli(`backup restore ${file}`, { databaseUrl: url, cwd });
  const notes = ({ url }: TestDatabase) =>
    onConnection(url, async (sql) => [
      ...(await sql`select id, parent_id, text, length from notes order by id`),
    ]);
  expect(await restore(saved.today, updated, saved.folder)).toMatchObject(done);
  const first = await notes(updated);
  expect(first).toMatchObject([
    { id: '1', parent_id: '2', text: 'answer', length: 6 },
    { id: '2', text: 'question' },
    { id: '3', text: odd },
  ]);

  // No code names the table of tomorrow.
  const create = cli(`backup create ${saved.tomorrow}`, {
    databaseUrl: updated.url,
    cwd: saved.folder,
  });
  expect(await create).toMatchObject(done);
  const { summary } = await openBackup(saved.tomorrow);
  expect(summary.tables.find(({ name }) => name === 'public.notes')).toMatchObject({ rows: 3 });
  expect(await restore(saved.tomorrow, later, saved.folder)).toMatchObject(done);
  expect(await notes(later)).toEqual(first);

  const newer = await restore(saved.tomorrow, untouched);
  expectOneLine(newer, 1, /newer version of Leadgate: update the program/);
  expect(await onConnection(untouched.url, describeRows)).toEqual({});
});

test('a user who owns the database and is no superuser can do it all', async () => {
  const role = `owner_${suffix()}`;
  const url = new URL(owned.url);
  await database.sql`create role ${database.sql(role)} login password 'owner'`;
  await database.sql`alter database ${database.sql(url.pathname.slice(1))} owner to ${database.sql(role)}`;
  Object.assign(url, { username: role, password: 'owner' });
  const place = { databaseUrl: url.href };
  const file = join(newFolder(), 'owned');

  const restored = await cli(`backup restore ${saved.today}`, place);
  const created = await cli(`backup create ${file}`, place);
  expect([restored, created]).toMatchObject([done, done]);
  const [{ summary }, today] = [await openBackup(file), await openBackup(saved.today)];
  expect(summary.tables).toEqual(today.summary.tables);

  await onConnection(owned.url, (sql) => sql`reassign owned by ${sql(role)} to current_user`);
  await database.sql`drop role ${database.sql(role)}`;
});

test('tables that are not of Leadgate are saved, and left out on the way back', async () => {
  const file = join(saved.folder, 'with-theirs');
  await database.sql`create table theirs as select 1 as id`;
  expect(await call(`backup create ${file}`)).toMatchObject(done);
  await database.sql`drop table theirs`;

  const restored = await cli(`backup restore ${file}`, { databaseUrl: partial.url });
  expect(restored).toMatchObject(done);
  expect(restored.stdout).toContain('Left out, as no tables of Leadgate: public.theirs');
});

/** Resolves once a backup or a restore waits for a lock. */
async function untilItWaits(): Promise<void> {
  for (;;) {
    const waiting = await database.sql`
      select from pg_stat_activity
      where application_name = 'leadgate backup' and wait_event_type = 'Lock'`;
    if (waiting.length > 0) return;
    await sleep(50);
  }
}

test('a connection that is lost half-way fails it in one line, and leaves no file', async () => {
  const folder = newFolder();
  const outcome = await database.sql.begin(async (tx) => {
    await tx`lock table leads`;
    const created = cli(`backup create ${join(folder, 'backup')}`);
    await untilItWaits();
    await database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'leadgate backup' and wait_event_type = 'Lock'
        and datname = current_database()`;
    return created;
  });

  expectOneLine(outcome, 1, /The database cannot be reached/);
  expect(readdirSync(folder)).toEqual([]);
});

test('Ctrl+C leaves no file', async () => {
  const file = join(newFolder(), 'backup');
  const outcome = await database.sql.begin(async (tx) => {
    await tx`lock table leads`;
    return cli(`backup create ${file}`, { interruptAfter: untilItWaits() });
  });

  expectOneLine(outcome, 130, /Stopped by Ctrl\+C: no file was written/);
  expectOneLine(await call(`backup verify ${file}`), 3, /There is no file/);
});

test('Ctrl+C leaves the database as it is', async () => {
  const outcome = await onConnection(untouched.url, (sql) =>
    sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${prepareLock})`;
      return cli(`backup restore ${saved.today}`, {
        databaseUrl: untouched.url,
        interruptAfter: untilItWaits(),
      });
    }),
  );

  expectOneLine(outcome, 130, /Stopped by Ctrl\+C: the database is as it was/);
  expect(await onConnection(untouched.url, describeRows)).toEqual({});
});
