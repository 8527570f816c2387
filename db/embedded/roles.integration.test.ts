import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isSchemaUsable, knownMigrations, migrateSchema, migrateWithin } from '../migrate.ts';
import { grantServingRights } from '../serving-role.ts';
import { type EmbeddedServer, openEmbeddedServer } from './cluster.ts';
import { ownerRole, servingRole } from './roles.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadgate-roles-'));
let server: EmbeddedServer;
let owner: postgres.Sql;
let serving: postgres.Sql;

const quiet = { max: 1, onnotice: () => {} };

/** As versions left it that had one role: the superuser owns the database and an early schema. */
async function makeEarlierCluster({ adminUrl }: EmbeddedServer): Promise<void> {
  const admin = postgres(adminUrl, quiet);
  await admin`alter database leadgate owner to leadgate`;
  await admin`drop role ${admin(ownerRole)}`;
  await admin.unsafe('grant temporary on database leadgate to public');
  // Of the first migrations, which have functions, types and triggers.
  await admin.begin((tx) => migrateWithin(tx, knownMigrations()[3]));
  await admin`insert into installation (pepper_mark) values ('kept')`;
  await admin.end();
}

beforeAll(async () => {
  chmodSync(folder, 0o755);
  const earlier = await openEmbeddedServer(folder, 'test');
  await makeEarlierCluster(earlier);
  await earlier.release();

  server = await openEmbeddedServer(folder, 'test');
  owner = postgres(server.directUrl, quiet);
  serving = postgres(server.url, quiet);
});

afterAll(async () => {
  await owner.end();
  await serving.end();
  await server.release();
  rmSync(folder, { recursive: true, force: true });
});

it('the owner migrates the schema of an earlier version and gives the serving role its rights', async () => {
  await migrateSchema(owner);
  await grantServingRights(owner, servingRole);

  expect(await isSchemaUsable(serving)).toBe(true);
  const strangers = await owner`
    select c.oid::regclass as name from pg_class c
    where relnamespace::regnamespace::text in ('public', 'drizzle')
      and pg_get_userbyid(relowner) <> ${ownerRole}`;
  expect([...strangers]).toEqual([]);
});

it('the serving role reads and changes rows', async () => {
  expect(await serving`select from installation`).toHaveLength(1);
  expect(await serving`update installation set pepper_mark = 'other'`).toMatchObject({ count: 1 });
  expect(await serving`delete from installation`).toMatchObject({ count: 1 });
});

it.each([
  ['start a program', `copy installation from program 'env'`],
  ['read a file of the server', `copy installation from '/etc/passwd'`],
  ['create a table', 'create table own (id int)'],
  ['create a temporary table', 'create temporary table own (id int)'],
  ['create a schema', 'create schema own'],
  ['change a table', 'alter table leads add column own int'],
  ['drop a table', 'drop table leads'],
  ['empty a table', 'truncate leads'],
  ['change the list of migrations', 'delete from drizzle.__drizzle_migrations'],
  ['take the rights of the owner', `set role ${ownerRole}`],
  ['change settings of the server', `alter system set fsync = 'off'`],
])('the serving role cannot %s', async (_, statement) => {
  await expect(serving.unsafe(statement)).rejects.toMatchObject({ code: '42501' });
});

it.each(['update audit_log set action = action', 'delete from audit_log'])(
  'check 45: the serving role cannot change or delete an entry: %s',
  async (statement) => {
    await expect(serving.unsafe(statement)).rejects.toMatchObject({ code: '42501' });
  },
);

it('the owner cannot start a program', async () => {
  const copy = owner.unsafe(`copy installation from program 'env'`);
  await expect(copy).rejects.toMatchObject({ code: '42501' });
});
