import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Belongings } from './belongings.ts';
import { DatabaseServer } from './database-server.ts';

const belongings = new Belongings();
let server: DatabaseServer;

beforeAll(async () => {
  server = await DatabaseServer.open(belongings);
});
afterAll(() => belongings.clear());

test('what is measured writes leads to the disk before it says so', async () => {
  expect(await server.assertDurable()).toMatchObject({
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
  });
});

test.each(['fsync', 'full_page_writes', 'synchronous_commit'])(
  'nothing is measured with %s off',
  async (setting) => {
    const sql = postgres(server.templateUrl, { max: 1, onnotice: () => {} });
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
