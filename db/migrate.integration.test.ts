import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import { beforeEach, expect, it } from 'vitest';
import { createKey } from '#server/testing/tenant.ts';
import { createApplication, createCompany } from './factories/applications.ts';
import { migrateSchema, newestApplied } from './migrate.ts';
import { withTestDatabase } from './testing.ts';

const database = withTestDatabase();

let newest = 0;
beforeEach(async () => {
  newest = await newestApplied(database.sql);
});

/** Migrations of the next version. */
const next = (...migrations: string[][]): MigrationMeta[] =>
  migrations.map((sql, n) => ({
    sql,
    folderMillis: newest + 1 + n,
    hash: `${newest + 1 + n}`,
    bps: true,
  }));

const columnsOf = async (table: string) => {
  const rows = await database.sql<{ name: string }[]>`
    select column_name as name from information_schema.columns where table_name = ${table}`;
  return rows.map(({ name }) => name);
};
const index = async (name: string) => {
  const [row] = await database.sql`
    select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(${name})`;
  return row;
};

it('keeps the migrations before one that fails, and goes on with that one', async () => {
  const column = ['alter table funnels add column first_note text'];
  const failing = next(column, ['alter table funnels add column second_note text', 'select 1 / 0']);
  await expect(migrateSchema(database.sql, failing)).rejects.toThrow('division by zero');
  expect(await newestApplied(database.sql)).toBe(newest + 1);
  expect(await columnsOf('funnels')).toContain('first_note');
  expect(await columnsOf('funnels')).not.toContain('second_note');

  const mended = next(column, ['alter table funnels add column second_note text']);
  await migrateSchema(database.sql, mended);
  expect(await columnsOf('funnels')).toContain('second_note');
});

it('gives up while a table is in use, so that nobody waits behind it', async () => {
  const migrations = next(['alter table leads add column score integer']);
  await database.sql.begin(async (reader) => {
    await reader`select from leads limit 1`;
    await expect(migrateSchema(database.sql, migrations)).rejects.toMatchObject({ code: '55P03' });
  });

  await migrateSchema(database.sql, migrations);
  expect(await columnsOf('leads')).toContain('score');
});

it('makes an index outside of a transaction, and anew when a run was broken', async () => {
  const { sql } = database;
  await sql`create table visits (number integer)`;
  await sql`insert into visits values (1), (1)`;
  const migrations = next([
    'CREATE INDEX CONCURRENTLY "visits_any" ON "visits" ("number");',
    'CREATE UNIQUE INDEX CONCURRENTLY "visits_once" ON "visits" ("number");',
  ]);
  await expect(migrateSchema(sql, migrations)).rejects.toMatchObject({ code: '23505' });
  expect(await index('visits_any')).toEqual({ isValid: true });
  expect(await index('visits_once')).toEqual({ isValid: false });

  await sql`truncate visits`;
  await migrateSchema(sql, migrations);
  expect(await index('visits_once')).toEqual({ isValid: true });
  expect(await newestApplied(sql)).toBe(newest + 1);
});

it('analyses tables afterwards', async () => {
  await migrateSchema(database.sql, next(['alter table steps add column note text']));
  const [table] = await database.sql`
    select reltuples::int as rows from pg_class where relname = 'steps'`;
  expect(table?.rows).toBe(0);
});

it('makes the fields that a key keeps its first mapping', async () => {
  const { id: applicationId } = await createApplication(database.db);
  const { id: companyId } = await createCompany(database.db, { applicationId });
  const { id } = await createKey(database.db, companyId, { keptFields: ['zip', 'city'] });
  await createKey(database.db, companyId);
  const file = join(import.meta.dirname, 'migrations/0020_key_mappings.sql');
  const copy = readFileSync(file, 'utf8').split('--> statement-breakpoint').at(-1) ?? '';
  await database.sql.unsafe(copy);

  const rules = ['zip', 'city'].map((name) => ({ path: [name], field: 'customFields', name }));
  expect(
    await database.sql`
      select api_key_id as "apiKeyId", version, rules, source, created_by as "createdBy"
      from key_mappings where company_id = ${companyId}`,
  ).toEqual([{ apiKeyId: id, version: 1, rules, source: null, createdBy: null }]);
});
