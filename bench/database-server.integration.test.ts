import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabaseServer, startDatabaseServer } from './database-server.ts';

const stack = new AsyncDisposableStack();
let server: DatabaseServer;
let databaseUrl: string;

beforeAll(async () => {
  server = await startDatabaseServer(stack);
  databaseUrl = await server.createDatabase('any');
});
afterAll(() => stack.disposeAsync());

test('the measured server writes a commit to the disk before it confirms it', async () => {
  expect(await server.assertDurable()).toMatchObject({
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
  });
});

test.each(['fsync', 'full_page_writes', 'synchronous_commit'])(
  'refuses to measure with %s off',
  async (setting) => {
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
    await expect.poll(() => server.assertDurable()).toMatchObject({ [setting]: 'on' });
  },
);
