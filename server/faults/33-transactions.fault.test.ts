import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPool, type Pool } from '#db/client.ts';
import { isTransient } from '#db/errors.ts';
import { withTestDatabase } from '#db/testing.ts';
import { report } from '#server/testing/report.ts';

const database = withTestDatabase();
const name = 'under fault';
const connections = 6;
const kills = 50;
const rowsOfEach = 3;
let pool: Pool;

beforeAll(async () => {
  pool = openPool(database.adminUrl, { name, connections, statementTimeout: 4_000 });
  await database.sql`create table written (id int, part int, transaction xid8 default pg_current_xact_id())`;
});
afterAll(() => pool.close());

/** Ends one backend of the pool, in a transaction rather than not. */
const kill = () => database.sql`
  select pg_terminate_backend(pid) from (
    select pid from pg_stat_activity
    where datname = current_database() and application_name = ${`leadgate ${name}`}
    order by state not like 'idle in%' and random() < 0.7, random() limit 1) as victim`;

class ThoughtBetterError extends Error {}

async function write(tx: postgres.TransactionSql, id: number): Promise<number> {
  for (let part = 0; part < rowsOfEach; part += 1) {
    await tx`insert into written (id, part) values (${id}, ${part})`;
    await sleep(id % 3);
  }
  if (id % 7 === 0) throw new ThoughtBetterError();
  if (id % 5 === 0) await Promise.all([tx`select pg_sleep(0.01)`, tx`select 1`]);
  return id;
}

it('check 33: transactions whose backends are ended are stored whole or not at all', async () => {
  const outcomes = new Map<number, unknown>();
  let next = 1;
  let isOver = false;
  const work = async () => {
    while (!isOver) {
      const id = next;
      next += 1;
      outcomes.set(id, await pool.sql.begin((tx) => write(tx, id)).catch((error) => error));
    }
  };
  const workers = Array.from({ length: 2 * connections }, work);
  for (let ended = 0; ended < kills; ) {
    ended += (await kill()).length;
    await sleep(10);
  }
  const endedAt = next;
  await expect.poll(() => next).toBeGreaterThan(endedAt + 50);
  isOver = true;
  await Promise.all(workers);

  const rows = await database.sql<{ id: number; parts: number; transactions: number }[]>`
    select id, count(*)::int as parts, count(distinct transaction)::int as transactions
    from written group by id`;
  const stored = new Set(rows.map(({ id }) => id));
  const whole = { parts: rowsOfEach, transactions: 1 };
  expect(rows).toEqual(rows.map(({ id }) => ({ id, ...whole })));
  const [mixed] = await database.sql`
    select count(*)::int as count from (
      select from written group by transaction having count(distinct id) > 1) as mixed`;
  expect(mixed?.count).toBe(0);

  const lost = [...outcomes].filter(([, outcome]) => isTransient(outcome));
  for (const [id, outcome] of outcomes) {
    if (outcome === id) expect(stored.has(id)).toBe(true);
    else if (outcome instanceof ThoughtBetterError) expect(stored.has(id)).toBe(false);
    else expect(isTransient(outcome)).toBe(true);
  }
  expect(lost.length).toBeGreaterThan(kills / 4);
  report(
    33,
    'transactions: run, lost with their backend, stored in part',
    `${outcomes.size}, ${lost.length}, 0`,
  );
});

it('check 33: every slot is usable afterwards, for arrays and transactions too', async () => {
  for (let ended = 0; ended < connections; ended += 1) {
    await Promise.all(Array.from({ length: connections }, () => pool.sql`select pg_sleep(0.05)`));
    await kill();
    await sleep(20);
    const backends = await Promise.all(
      Array.from({ length: connections }, async () => {
        const [row] = await pool.sql<{ pid: number; list: string[] }[]>`
          select pg_backend_pid() as pid, ${['a', 'b"\\']}::text[] as list, pg_sleep(0.05)`;
        expect(row?.list).toEqual(['a', 'b"\\']);
        return row?.pid;
      }),
    );
    expect(new Set(backends).size).toBe(connections);
  }
  const ids = await Promise.all(
    Array.from({ length: connections }, () =>
      pool.sql.begin(async (tx) => {
        const [one] = await tx`select pg_backend_pid() as pid, pg_sleep(0.05)`;
        const [other] = await tx`select pg_backend_pid() as pid`;
        expect(one?.pid).toBe(other?.pid);
        return one?.pid;
      }),
    ),
  );
  expect(new Set(ids).size).toBe(connections);
});

it('check 33: a transaction goes nowhere else once its backend is gone', async () => {
  const seen: unknown[] = [];
  const attempt = pool.sql.begin(async (tx) => {
    const [{ pid } = { pid: 0 }] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await database.sql`select pg_terminate_backend(${pid})`;
    await sleep(50);
    seen.push(await tx`insert into written (id, part) values (-1, 0)`.catch((error) => error));
    seen.push(await tx`insert into written (id, part) values (-1, 1)`.catch((error) => error));
  });
  await expect(attempt).rejects.toSatisfy(isTransient);
  await expect.poll(() => seen.length).toBe(2);
  expect(seen.every((each) => each instanceof Error)).toBe(true);
  expect(await database.sql`select from written where id = -1`).toHaveLength(0);
});
