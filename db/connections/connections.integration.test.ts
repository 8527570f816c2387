import { connect, createServer, type Server, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { sql as drizzleSql } from 'drizzle-orm';
import type postgres from 'postgres';
import { afterEach, describe, expect, it } from 'vitest';
import { openConnection, openPool, type Pool } from '../client.ts';
import { withTestDatabase } from '../testing.ts';

const database = withTestDatabase();
let pool: Pool | undefined;
let server: Server | undefined;
afterEach(async () => {
  await pool?.close(0);
  server?.close();
});

function open(
  options: Partial<Parameters<typeof openPool>[1]> = {},
  url = database.adminUrl,
): Pool {
  pool = openPool(url, { name: 'small', connections: 2, statementTimeout: 500, ...options });
  return pool;
}

/** The address of a server that handles connections in this way. */
async function listen(onConnection: (socket: Socket) => void): Promise<URL> {
  const listening = createServer(onConnection).listen(0, '127.0.0.1');
  server = listening;
  await new Promise((resolve) => listening.once('listening', resolve));
  const address = listening.address();
  const url = new URL(database.url);
  url.port = String(typeof address === 'object' && address ? address.port : 0);
  return url;
}

const backendOf = async (sql: postgres.ISql) =>
  (await sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid ?? 0;

it('arrays of text and of numbers are written and read as arrays', async () => {
  const { sql } = open();
  const texts = ['a', 'b "c" \\ {d}', ''];
  const [row] = await sql`
    select ${texts}::text[] as texts, ${['1', null]}::int[] as numbers, '{}'::uuid[] as none`;
  expect(row).toEqual({ texts, numbers: [1, null], none: [] });
});

it('the server ends a statement that takes too long', async () => {
  const { sql } = open({ connections: 1 });
  await expect(sql`select pg_sleep(5)`).rejects.toMatchObject({ code: '57014' });
  expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }]);
});

it('waits for a silent server, a free connection or an answer no longer than the deadline', async () => {
  const { href } = await listen(() => {});
  const { sql } = open({ connections: 2 }, href);
  const waiting = Array.from({ length: 6 }, () => sql`select 1`);
  const outcomes = await Promise.allSettled(waiting);
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
});

it('a statement can be a part of another one, in a transaction and outside', async () => {
  const { sql } = open();
  const read = (own: postgres.ISql) =>
    own`select ${own.unsafe('1 as one')}, ${own`${2}::int`} as two from ${own('pg_class')} limit 1`;
  expect([...(await read(sql)), ...(await sql.begin(read))]).toEqual([
    { one: 1, two: 2 },
    { one: 1, two: 2 },
  ]);
});

it('more statements than connections are all executed', async () => {
  const { sql } = open();
  const rows = await Promise.all(
    Array.from({ length: 40 }, async (_, n) => (await sql`select ${n}::int as n`)[0]?.n),
  );
  expect(rows).toEqual(Array.from({ length: 40 }, (_, n) => n));
});

it('a transaction does not commit when its work ignores a failed statement', async () => {
  const { sql } = open();
  await sql`create table passed_over (id int)`;
  const work = sql.begin(async (tx) => {
    await tx`insert into passed_over values (1)`;
    await tx`select 1 / 0`.catch(() => {});
  });
  await expect(work).rejects.toMatchObject({ code: '22012' });
  expect(await sql`select from passed_over`).toHaveLength(0);
});

it('a savepoint rolls back what came after it, and nothing else', async () => {
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

it('close lets statements finish, and accepts no more', async () => {
  const { sql, close } = open();
  const last = sql`select pg_sleep(0.2), 1 as one`;
  await Promise.all([last, sql`select 1`]);
  const [row] = await Promise.all([last, close()]);
  expect(row?.[0]?.one).toBe(1);
  await expect(sql`select 1`).rejects.toMatchObject({ code: 'CONNECTION_ENDED' });
});

it('a single connection that is lost does not reconnect', async () => {
  const { sql, lost, close } = openConnection(database.url, { name: 'one', statementTimeout: 500 });
  await database.sql`select pg_terminate_backend(${await backendOf(sql)})`;
  await expect(lost).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  await expect(sql`select 1`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  await close();
});

it('keeps a connection from one use to the next, also when a transaction fails', async () => {
  const { sql } = open();
  const before = await backendOf(sql);
  await sql.begin((tx) => tx`select 1 / 0`).catch(() => {});
  expect(await backendOf(sql)).toBe(before);
});

it('replaces a connection that the server ended', async () => {
  const { sql } = open({ connections: 1 });
  const before = await backendOf(sql);
  await database.sql`select pg_terminate_backend(${before})`;
  await expect.poll(() => backendOf(sql).catch(() => before)).not.toBe(before);
});

it('does not reconnect after a FIN during start-up', async () => {
  let attempts = 0;
  const { href } = await listen((socket) => {
    attempts += 1;
    socket.resume().end();
  });
  const { sql } = open({ connections: 1 }, href);
  await expect(sql`select 1`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  const work = sql.begin((tx) => Promise.all([tx`select 1`, tx`select 2`]));
  await expect(work).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  expect(attempts).toBe(2);
});

it('rejects a begin on a lost connection', async () => {
  const { sql, lost, close } = openConnection(database.url, { name: 'one', statementTimeout: 500 });
  await database.sql`select pg_terminate_backend(${await backendOf(sql)})`;
  await expect(lost).rejects.toThrow();
  await expect(sql.begin((tx) => tx`select 1`)).rejects.toMatchObject({
    code: 'CONNECTION_CLOSED',
  });
  await close();
});

it('close cuts what does not finish in time, and what waits', async () => {
  const { sql, close } = open({ connections: 1, statementTimeout: 4_000 });
  const cut = [sql`select pg_sleep(3)`, sql`select 1`].map((each) =>
    each.then(
      () => 'answered',
      (error) => error.code,
    ),
  );
  const running = () => database.sql`
    select from pg_stat_activity where datname = current_database() and query like '%pg_sleep(3)%'
      and state = 'active' and pid <> pg_backend_pid()`;
  await expect.poll(running).toHaveLength(1);
  await close(0.1);
  expect(await Promise.all(cut)).toEqual(['CONNECTION_CLOSED', 'CONNECTION_ENDED']);
});

it('a deadline ends a transaction and its connection, so that the next one need not wait', async () => {
  const { begin, sql } = open({ connections: 1, statementTimeout: 4_000 });
  const before = await backendOf(sql);
  const codes = await Promise.all(
    [begin((tx) => tx`select pg_sleep(3)`, 300), begin((tx) => tx`select 1`, 100)].map((each) =>
      each.then(
        () => 'committed',
        (error) => error.code,
      ),
    ),
  );
  expect(codes).toEqual(['DEADLINE', 'DEADLINE']);
  expect(await begin(backendOf, 2_000)).not.toBe(before);
});

it('refuses statements of a transaction that is over', async () => {
  const { sql } = open({ connections: 1 });
  const { promise: kept, resolve } = Promise.withResolvers<postgres.TransactionSql>();
  await sql.begin((tx) => resolve(tx));
  const tx = await kept;
  await expect(tx`select 1`).rejects.toThrow('has ended');
});

/** Counts round trips to the database. */
async function countFlights(): Promise<{ href: string; take: () => number }> {
  const { port, hostname } = new URL(database.url);
  let flights = 0;
  let isAnswered = true;
  const { href } = await listen((client) => {
    const target = connect(Number(port), hostname);
    client.on('data', (statements) => {
      if (isAnswered) flights += 1;
      isAnswered = false;
      target.write(statements);
    });
    // The rest of a flight that arrives in pieces comes before its answer.
    target.on('data', async (answer) => {
      for (let n = 0; n < 20; n += 1) await turn();
      isAnswered = true;
      client.write(answer);
    });
    client.on('error', () => {}).on('close', () => target.destroy());
  });
  const take = () => {
    const taken = flights;
    flights = 0;
    return taken;
  };
  return { href, take };
}

describe('statements with parameters', () => {
  const preparedOf = async (sql: postgres.ISql) =>
    (await sql.unsafe<{ n: number }[]>('select count(*)::int as n from pg_prepared_statements'))[0]
      ?.n;

  it('need one round trip from the second time on, with a plan for their values', async () => {
    const { href, take } = await countFlights();
    const { sql, db } = open({ connections: 1, statementTimeout: 4_000 }, href);
    const ask = (n: number) =>
      db
        .select({ n: drizzleSql`${n}::int` })
        .from(drizzleSql`pg_am`)
        .limit(1);
    await ask(1);
    take();
    expect([await ask(2), take()]).toEqual([[{ n: 2 }], 1]);
    const inTransaction = () =>
      db.transaction((tx) => tx.execute(drizzleSql`select ${3}::int as n`));
    await inTransaction();
    take();
    expect([[...(await inTransaction())], take()]).toEqual([[{ n: 3 }], 3]);
    const [plan] = await sql.unsafe('show plan_cache_mode');
    expect(plan).toEqual({ plan_cache_mode: 'force_custom_plan' });
  });

  it('of ever new texts leave a bounded number of prepared ones', async () => {
    const { sql } = open({ connections: 1 });
    const first = await backendOf(sql);
    for (let n = 0; n < 299; n += 1) await sql.unsafe(`select $1::int as n${n}`, [n]);
    expect([await backendOf(sql), await preparedOf(sql)]).toEqual([first, 300]);
    await sql.unsafe('select $1::int as last', [0]);
    expect(await preparedOf(sql)).toBe(0);
  });

  it('of a single connection are prepared up to the same number, but not long lists', async () => {
    const { sql, close } = openConnection(database.url, { name: 'one', statementTimeout: 500 });
    const values = Array.from({ length: 65 }, (_, n) => n);
    await sql.unsafe(`select ${values.map((n) => `$${n + 1}::int`)}`, values);
    expect(await preparedOf(sql)).toBe(0);
    for (let n = 0; n < 310; n += 1) await sql.unsafe(`select $1::int as n${n}`, [n]);
    expect(await preparedOf(sql)).toBe(300);
    await close();
  });
});

describe('what shares a pool', () => {
  const never = new AbortController().signal;
  const sleeping = (text: string) => database.sql`
    select from pg_stat_activity where datname = current_database() and state = 'active'
      and query = ${text}`;

  it('holds at most half of the connections for one owner, and leaves the rest to others', async () => {
    const { sql, share } = open({ connections: 4, statementTimeout: 8_000 });
    const text = 'select pg_sleep(60) /* shared */';
    const abort = new AbortController();
    const crowd = share('a', abort.signal, () =>
      Promise.all(Array.from({ length: 6 }, () => sql.unsafe(text))),
    );
    const cut = expect(crowd).rejects.toMatchObject({ code: 'DEADLINE' });
    await expect.poll(() => sleeping(text)).toHaveLength(2);
    const other = share('b', never, () => Promise.all([sql`select 1`, sql`select 1`]));
    expect(await other).toHaveLength(2);
    expect(await sleeping(text)).toHaveLength(2);
    abort.abort();
    await cut;
    await expect.poll(() => sleeping(text)).toHaveLength(0);
  });

  it('is cancelled when a sibling fails, and what waits is not sent', async () => {
    const { sql, share } = open({ connections: 4, statementTimeout: 8_000 });
    await sql`create table not_sent (id int)`;
    const text = 'select pg_sleep(6) /* sibling */';
    const insert = 'insert into not_sent values (1)';
    const fault = 'select 1 / (select count(*) - 1 from pg_sleep(0))';
    const failing = share('a', never, () =>
      // The third takes the place of the failed one, and is cancelled too.
      Promise.all([...[text, fault, text].map((each) => sql.unsafe(each)), sql.unsafe(insert)]),
    );
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    await expect.poll(() => sleeping(text)).toHaveLength(0);
    expect(await sql`select from not_sent`).toHaveLength(0);
  });
});

describe('a pool that pipelines begin', () => {
  it('needs two round trips for a transaction', async () => {
    const { href, take } = await countFlights();
    const { sql } = open({ connections: 1, pipelinesBegin: true, statementTimeout: 4_000 }, href);
    const work = () =>
      sql.begin((tx) => Promise.all([1, 2, 3].map((n) => tx`select ${n}::int as n`)));
    await work();

    take();
    const answers = await work();
    expect(take()).toBe(2);
    expect(answers.flat()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it('commits in one flight with the last statements, or rolls all of them back', async () => {
    const { sql } = open({ pipelinesBegin: true });
    await sql`create table flown (id int primary key)`;
    const insert = (...ids: number[]) =>
      pool?.begin(async (tx) => {
        await tx`select 1`;
        await Promise.all([...ids.map((id) => tx`insert into flown values (${id})`), tx.commit()]);
        return 'done';
      }, 4_000);
    expect(await insert(1, 2)).toBe('done');
    await expect(insert(3, 1)).rejects.toMatchObject({ code: '23505' });
    await expect(insert(4)).resolves.toBe('done');
    expect((await sql`select id from flown order by id`).map(({ id }) => id)).toEqual([1, 2, 4]);
  });

  it('sends no statement behind a commit', async () => {
    const { sql } = open({ pipelinesBegin: true });
    const late = pool?.begin(async (tx) => {
      await tx.commit();
      await tx`select 1`;
    }, 4_000);
    await expect(late).rejects.toThrow('The transaction has ended');
    expect(await sql`select 1 as one`).toHaveLength(1);
  });

  it('sends nothing after a failed begin but the first statements', async () => {
    const { sql } = open({ pipelinesBegin: true });
    await sql`create table piped (id int)`;
    const failed = sql.begin('isolation level nonsense', async (tx) => {
      await tx`select 1`;
      await tx`insert into piped values (1)`;
    });
    await expect(failed).rejects.toBeInstanceOf(Error);
    await sql.begin(async (tx) => {
      await tx`select 1`;
      await tx`insert into piped values (2)`;
    });
    expect([...(await sql`select id from piped`)]).toEqual([{ id: 2 }]);
  });
});
