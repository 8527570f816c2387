import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPool } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { withTestDatabase } from '#db/testing.ts';
import { DatabaseProxy } from '#server/testing/database-proxy.ts';
import { intakeFixture } from '#server/testing/intake-fixture.ts';
import { leadRow } from '#server/testing/lead-row.ts';
import { insertLeads, type WrittenLead, writeLead } from '../services/leads/insert-leads.ts';
import { WriteLane } from './write-lane.ts';

const database = withTestDatabase();
const name = 'lane under test';
let proxy: DatabaseProxy | undefined;
let lane: WriteLane | undefined;
let newRow = (): WrittenLead => {
  throw new Error('Not there yet');
};
const insert = async (patience = 5_000) => lane?.insert([newRow()], performance.now() + patience);

beforeAll(async () => {
  const opened = await DatabaseProxy.open(database.url);
  lane = new WriteLane(() =>
    openPool(opened.url, { name, connections: 1, statementTimeout: 4_000 }),
  );
  const { companyId, stepId } = await intakeFixture(database.db);
  newRow = () => writeLead(leadRow({ companyId, stepId, name: 'Maria' }));
  proxy = opened;
});
afterAll(async () => {
  await lane?.close();
  await proxy?.close();
});

const backends = async () =>
  (
    await database.sql<{ pid: number }[]>`
      select pid from pg_stat_activity where application_name = ${`leadgate ${name}`}`
  ).map(({ pid }) => pid);

/** Longer than the pause between two replacements. */
const later = () => sleep(1_100);

it('keeps the connection that serves it', async () => {
  await insert();
  const before = await backends();
  await insert();
  await insert();

  expect(before).toHaveLength(1);
  expect(await backends()).toEqual(before);
});

it('lets nobody wait behind a statement that hangs', async () => {
  await insert();
  await later();
  proxy?.hold((_application, statement) => statement.includes('insert into contacts'));
  await expect(insert(300)).rejects.toMatchObject({ code: 'DEADLINE' });
  // What is held stays held: only a new connection gets through.
  proxy?.hold(() => false);

  await expect(insert(2_000)).resolves.toMatchObject({ only: null });
  proxy?.letGo();
});

it('has another connection once the server ended the one it had', async () => {
  await insert();
  await later();
  const [before] = await backends();
  await database.sql`select pg_terminate_backend(${before ?? 0})`;
  await expect.poll(backends).toEqual([]);

  await expect.poll(() => insert().then(() => 'stored', String)).toBe('stored');
  await expect(insert()).resolves.toMatchObject({ only: null });
  expect(await backends()).toHaveLength(1);
});

it('keeps its connection when the database refuses what it was given', async () => {
  await insert();
  await later();
  const before = await backends();
  await database.sql`alter table leads add constraint nobody check (name <> 'Maria') not valid`;
  await expect(insert()).rejects.toMatchObject({ code: '23514' });
  await database.sql`alter table leads drop constraint nobody`;

  await insert();
  expect(await backends()).toEqual(before);
});

it('needs no types that the driver asks for on a first connection, which may be lost', async () => {
  const sql = postgres(database.url, { max: 1, fetch_types: false });
  const known = newRow();
  const unknown = { ...newRow(), stepId: newId() };

  await expect(insertLeads(sql, [known])).resolves.toMatchObject({ only: null });
  await expect(insertLeads(sql, [unknown])).resolves.toMatchObject({ only: [] });
  await sql.end();
});
