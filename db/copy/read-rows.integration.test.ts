import { setImmediate as turn } from 'node:timers/promises';
import type postgres from 'postgres';
import { beforeAll, expect, test } from 'vitest';
import { openPool } from '#db/client.ts';
import { withTestDatabase } from '#db/testing.ts';
import { readRows } from './read-rows.ts';

const database = withTestDatabase();
const rows = 100_000;

beforeAll(async () => {
  await database.sql`
    create table many as select n, repeat(n::text, 50) as text from generate_series(1, ${rows}) n`;
});

const read = (tx: postgres.ISql) => readRows(tx, 'many', ['n', 'text']);

async function pidOf(tx: postgres.ISql): Promise<number> {
  const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return row?.pid ?? 0;
}

/** In a pool of its own, whose connection a test may lose. */
async function inOwnTransaction<Result>(
  work: (tx: postgres.TransactionSql) => Promise<Result>,
): Promise<Result> {
  const pool = openPool(database.url, { name: 'read', connections: 1, statementTimeout: 20_000 });
  try {
    const done = Promise.withResolvers<Result>();
    await pool.sql.begin(async (tx) => done.resolve(await work(tx)));
    return await done.promise;
  } finally {
    await pool.close();
  }
}

test('gives whole lines, all of them, to a reader that is slow, and lets the connection go on', async () => {
  const { lines, after } = await inOwnTransaction(async (tx) => {
    let lines = 0;
    for await (const chunk of read(tx)) {
      expect(chunk.at(-1)).toBe(10);
      lines += chunk.filter((byte) => byte === 10).length;
      await turn();
    }
    return { lines, after: await pidOf(tx) };
  });

  expect(lines).toBe(rows);
  expect(after).toBeGreaterThan(0);
});

test('lets the connection go on when nobody wants the rest', async () => {
  const after = await inOwnTransaction(async (tx) => {
    for await (const chunk of read(tx)) if (chunk.length > 0) break;
    return pidOf(tx);
  });

  expect(after).toBeGreaterThan(0);
});

test.each([
  ['cancel', { code: '57014' }],
  ['terminate', { code: expect.stringMatching(/^(CONNECTION_CLOSED|ECONNRESET)$/) }],
])('fails when the server ends it: %s', async (deed, failure) => {
  const reading = inOwnTransaction(async (tx) => {
    const pid = await pidOf(tx);
    let ended = false;
    for await (const _ of read(tx)) {
      if (!ended) await database.sql`select ${database.sql.unsafe(`pg_${deed}_backend`)}(${pid})`;
      ended = true;
    }
  });

  await expect(reading).rejects.toMatchObject(failure);
});

test('fails when it cannot begin', async () => {
  const reading = inOwnTransaction(async (tx) => {
    for await (const chunk of readRows(tx, 'nowhere', ['n'])) expect(chunk).toBeUndefined();
  });

  await expect(reading).rejects.toMatchObject({ code: '42P01' });
});
