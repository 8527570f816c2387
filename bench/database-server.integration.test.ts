import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabaseServer, startDatabaseServer } from './database-server.ts';

const names = ['fsync', 'full_page_writes', 'synchronous_commit'];
const stack = new AsyncDisposableStack();
let server: DatabaseServer;
let databaseUrl: string;

beforeAll(async () => {
  server = await startDatabaseServer(stack);
  databaseUrl = await server.createDatabase('any');
});
afterAll(() => stack.disposeAsync());

/** Read by a new connection, as the product reads them. */
async function settings(): Promise<string[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const rows = await sql<{ setting: string }[]>`
    select setting from pg_settings where name in ${sql(names)}`;
  await sql.end();
  return rows.map(({ setting }) => setting);
}

test('the measured server writes a commit to the disk before it confirms it', async () => {
  await server.assertDurable();
  expect(await settings()).toEqual(['on', 'on', 'on']);
});

test.each(names)('refuses to measure with %s off', async (setting) => {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const set = async (value: string) => {
    await sql.unsafe(`alter system set ${setting} = ${value}`);
    await sql`select pg_reload_conf()`;
  };
  try {
    await set('off');
    await expect
      .poll(() => server.assertDurable().catch((error: Error) => error.message))
      .toBe(`Not durable, so not measured: ${setting}`);
  } finally {
    await set('default');
    await sql.end();
  }
  await expect.poll(settings).toEqual(['on', 'on', 'on']);
  await server.assertDurable();
});
