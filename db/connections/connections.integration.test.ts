import { createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { openConnection, openPool, type Pool } from '../client.ts';
import { withTestDatabase } from '../testing.ts';

const database = withTestDatabase();
let pool: Pool | undefined;
let server: Server | undefined;
afterEach(async () => {
  await pool?.close(0);
  server?.close();
});

function open(options: Partial<Parameters<typeof openPool>[1]> = {}, url = database.url): Pool {
  pool = openPool(url, { name: 'small', connections: 2, statementTimeout: 500, ...options });
  return pool;
}

/** The address of somebody who takes connections and says nothing. */
async function silence(): Promise<string> {
  const listening = createServer().listen(0, '127.0.0.1');
  server = listening;
  await new Promise((resolve) => listening.once('listening', resolve));
  const address = listening.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return `postgres://nobody@127.0.0.1:${port}/none`;
}

it('arrays of text and of numbers come and go as such', async () => {
  const { sql } = open();
  const texts = ['a', 'b "c" \\ {d}', ''];
  const [row] = await sql`
    select ${texts}::text[] as texts, ${['1', null]}::int[] as numbers, '{}'::uuid[] as none`;
  expect(row).toEqual({ texts, numbers: [1, null], none: [] });
});

it('a statement that takes too long is ended by the server, and the connection is kept', async () => {
  const { sql } = open({ connections: 1 });
  const [before] = await sql`select pg_backend_pid() as pid`;
  await expect(sql`select pg_sleep(5)`).rejects.toMatchObject({ code: '57014' });
  const [after] = await sql`select pg_backend_pid() as pid`;
  expect(after).toEqual(before);
});

it('nobody waits for ever: neither for an answer, nor for a connection, nor to be let in', async () => {
  const { sql } = open({ connections: 2 }, await silence());
  const began = performance.now();
  const waiting = Array.from({ length: 6 }, () => sql`select 1`);
  const outcomes = await Promise.allSettled(waiting);
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  expect(performance.now() - began).toBeLessThan(4_000);
});

it('more statements than connections all get their turn', async () => {
  const { sql } = open();
  const rows = await Promise.all(
    Array.from({ length: 40 }, async (_, n) => (await sql`select ${n}::int as n`)[0]?.n),
  );
  expect(rows).toEqual(Array.from({ length: 40 }, (_, n) => n));
});

it('a failure that the work of a transaction passes over is no commit', async () => {
  const { sql } = open();
  await sql`create table passed_over (id int)`;
  const work = sql.begin(async (tx) => {
    await tx`insert into passed_over values (1)`;
    await tx`select 1 / 0`.catch(() => {});
  });
  await expect(work).rejects.toMatchObject({ code: '22012' });
  expect(await sql`select from passed_over`).toHaveLength(0);
});

it('a savepoint takes back what came after it, and nothing else', async () => {
  const { sql, db } = open();
  await sql`create table saved (id int)`;
  await db.transaction(async (tx) => {
    await tx.execute('insert into saved values (1)');
    const part = tx.transaction(async (inner) => {
      await inner.execute('insert into saved values (2)');
      throw new Error('not so');
    });
    await expect(part).rejects.toThrow('not so');
    await tx.execute('insert into saved values (3)');
  });
  const rows = await sql`select id from saved order by id`;
  expect(rows.map(({ id }) => id)).toEqual([1, 3]);
});

it('closing lets statements finish, and takes no more', async () => {
  const { sql, close } = open();
  const last = sql`select pg_sleep(0.2), 1 as one`;
  await Promise.all([last, sql`select 1`]);
  const [row] = await Promise.all([last, close()]);
  expect(row?.[0]?.one).toBe(1);
  await expect(sql`select 1`).rejects.toMatchObject({ code: 'CONNECTION_ENDED' });
});

it('a single connection that is lost stays lost', async () => {
  const { sql, lost, close } = openConnection(database.url, { name: 'one', statementTimeout: 500 });
  const [{ pid } = { pid: 0 }] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  await database.sql`select pg_terminate_backend(${pid})`;
  await expect(lost).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  await expect(sql`select 1`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  await close();
});
