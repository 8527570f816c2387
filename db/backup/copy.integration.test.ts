import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import postgres from 'postgres';
import { beforeAll, expect, test } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { copyFrom, copyInto } from './copy.ts';
import { countRows } from './format.ts';

const database = withTestDatabase('template1');
const rows = 100_000;
/** Codes of PostgreSQL, postgres.js and Node for a connection that has ended. */
const lost = /^(57P01|CONNECTION_CLOSED|EPIPE|ECONNRESET)$/;

beforeAll(async () => {
  await database.sql`
    create table many as select n, repeat(n::text, 50) as text from generate_series(1, ${rows}) n`;
  await database.sql`create table few (n integer primary key)`;
});

/** On a connection that a test may lose. */
async function onOwnConnection<Result>(
  work: (sql: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const sql = postgres(database.url, { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function pidOf(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return row?.pid ?? 0;
}

test('reads all rows at the pace of a slow reader, and the connection can be used afterwards', async () => {
  const { count, after } = await onOwnConnection(async (sql) => {
    let count = 0;
    const rows = countRows(copyFrom(sql, 'many'), (some) => {
      count += some;
    });
    for await (const _ of rows) await turn();
    return { count, after: await pidOf(sql) };
  });

  expect(count).toBe(rows);
  expect(after).toBeGreaterThan(0);
});

test('reads rows that are all there before the reader begins', async () => {
  const after = await onOwnConnection(async (sql) => {
    const chunks = copyFrom(sql, "(select repeat('x', 1000) from generate_series(1, 80))");
    for await (const _ of chunks) await turn();
    return pidOf(sql);
  });

  expect(after).toBeGreaterThan(0);
});

test('stops reading early', async () => {
  const after = await onOwnConnection(async (sql) => {
    for await (const chunk of copyFrom(sql, 'many')) if (chunk.length > 0) break;
    return pidOf(sql);
  });

  expect(after).toBeGreaterThan(0);
});

test.each([
  ['cancel', /^57014$/],
  ['terminate', lost],
])('fails when the server ends reading: %s', async (deed, code) => {
  const reading = onOwnConnection(async (sql) => {
    const pid = await pidOf(sql);
    let ended = false;
    for await (const _ of copyFrom(sql, 'many')) {
      if (!ended) await database.sql`select ${database.sql.unsafe(`pg_${deed}_backend`)}(${pid})`;
      ended = true;
    }
  });

  await expect(reading).rejects.toMatchObject({ code: expect.stringMatching(code) });
});

test.each([
  ['before the first row', 'nowhere', /does not exist/],
  ['after the first rows', '(select 1 / (3 - n) from generate_series(1, 9) n)', /division by zero/],
])('fails when reading fails %s', async (_, source, said) => {
  const reading = onOwnConnection((sql) => buffer(copyFrom(sql, source)));

  await expect(reading).rejects.toThrow(said);
});

async function* lines(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

const write = (...texts: string[]) =>
  onOwnConnection(async (sql) => {
    await copyInto(sql, 'few', lines(...texts));
    return sql`select n from few order by n`;
  });

test('writes rows, however they are cut', async () => {
  expect([...(await write('1\n2', '2\n', '333\n4', '\n'))]).toEqual(
    [1, 4, 22, 333].map((n) => ({ n })),
  );
});

test.each([
  ['with the last row', ['5\n', '5\n'], /duplicate key/],
  [
    'half-way',
    ['x\n', ...Array.from({ length: 2_000 }, () => '7\n'.repeat(9_000))],
    /invalid input/,
  ],
])('fails when the server refuses rows %s', async (_, texts, said) => {
  await expect(write(...texts)).rejects.toThrow(said);
});

test('fails when the rows cannot be read to the end, and writes none', async () => {
  const broken = async function* () {
    yield Buffer.from('100\n');
    throw new Error('half a file');
  };
  const writing = onOwnConnection((sql) => copyInto(sql, 'few', broken()));

  await expect(writing).rejects.toThrow('half a file');
  expect(await database.sql`select from few where n = 100`).toHaveLength(0);
});

test('fails when the server ends writing', async () => {
  const writing = onOwnConnection(async (sql) => {
    const pid = await pidOf(sql);
    const endless = async function* () {
      yield Buffer.from('200\n');
      await database.sql`select pg_terminate_backend(${pid})`;
      for (let n = 201; ; n += 1) {
        yield Buffer.from(`${n}\n`);
        await turn();
      }
    };
    await copyInto(sql, 'few', endless());
  });

  await expect(writing).rejects.toMatchObject({ code: expect.stringMatching(lost) });
});
