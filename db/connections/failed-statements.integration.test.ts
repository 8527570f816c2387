import { finished } from 'node:stream/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { openPool, type Pool } from '../client.ts';
import { withTestDatabase } from '../testing.ts';

const database = withTestDatabase();
let pool: Pool | undefined;
afterEach(() => pool?.close(0));

/** A pool of one connection. */
function open(options: Partial<Parameters<typeof openPool>[1]> = {}): Pool {
  const given = { name: 'one', connections: 1, statementTimeout: 500, ...options };
  pool = openPool(database.adminUrl, given);
  return pool;
}

describe('after a statement that fails behind its first rows, the next answer is whole', () => {
  /** Sends rows until its time is over, or until a division by zero. */
  const endless = `select repeat('x', 4000), case when g > 5 then pg_sleep(1) end
    from generate_series(1, 50) g`;
  const faulty = `select repeat('x', 4000), 1 / (40 - g) from generate_series(1, 50) g`;
  const copied = `copy (select repeat('x', 4000), 1 / (40 - g) from generate_series(1, 50) g) to stdout`;
  const mine = [{ of: 'mine' }];

  describe.each(['57014', '22012'])('SQL state %s', (code) => {
    const statement = code === '57014' ? endless : faulty;

    it('outside of a transaction', async () => {
      const { sql } = open();
      await expect(sql.unsafe(statement)).rejects.toMatchObject({ code });
      expect([...(await sql`select 'mine' as of`)]).toEqual(mine);
    });

    it('in a transaction', async () => {
      const { sql } = open();
      const failing = sql.begin((tx) => tx.unsafe(statement));
      await expect(failing).rejects.toMatchObject({ code });
      expect([...(await sql`select 'mine' as of`)]).toEqual(mine);
    });

    it('in a savepoint', async () => {
      const { sql } = open();
      const answer = await sql.begin(async (tx) => {
        const failing = tx.savepoint((part) => part.unsafe(statement));
        await expect(failing).rejects.toMatchObject({ code });
        return tx`select 'mine' as of`;
      });
      expect([...answer]).toEqual(mine);
    });

    it('behind a pooler', async () => {
      const { sql } = open({ pooler: { keepsStatements: false } });
      await expect(sql.unsafe(statement)).rejects.toMatchObject({ code });
      expect([...(await sql`select 'mine' as of`)]).toEqual(mine);
    });
  });

  it('cancelled by another session', async () => {
    const { sql } = open({ statementTimeout: 10_000 });
    const [{ pid } = { pid: 0 }] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const failing = sql.unsafe(`select repeat('x', 4000), case when g > 5 then pg_sleep(5) end
      from generate_series(1, 50) g`);
    const failed = expect(failing).rejects.toMatchObject({ code: '57014' });
    await expect
      .poll(
        () => database.sql`
          select pg_cancel_backend(pid) from pg_stat_activity
          where pid = ${pid} and wait_event = 'PgSleep'`,
      )
      .toHaveLength(1);
    await failed;
    expect([...(await sql`select 'mine' as of`)]).toEqual(mine);
  });

  it('a COPY', async () => {
    const { sql } = open();
    const failing = sql.begin(async (tx) => {
      const stream = await tx.unsafe(copied).readable();
      await finished(stream.resume());
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect([...(await sql`select 'mine' as of`)]).toEqual(mine);
  });
});
