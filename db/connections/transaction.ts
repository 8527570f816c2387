import type postgres from 'postgres';
import type { Connection } from './connection.ts';
import { onSettled, routed, type Statement } from './statement.ts';

export type Work<Result> = (tx: postgres.TransactionSql) => Result | Promise<Result>;

class EndedTransactionError extends Error {
  constructor() {
    super('The transaction has ended');
  }
}

/** What stands behind `begin`, as read only or an isolation level. */
const bareWords = (mode: string) => mode.replaceAll(/[^a-z ]/gi, '');

/** A transaction is a `postgres.Sql` that knows savepoints too. */
const asTransaction = (sql: postgres.Sql) => sql as unknown as postgres.TransactionSql;

/**
 * Runs `work` in a transaction on a connection that is its own until then. Without the commit
 * nothing of it is stored, and nothing of it ever runs on another connection or after its end.
 *
 * @param milliseconds for each statement
 * @throws what `work` throws; the loss of the connection, upon which a commit under way may have
 *   happened
 */
export async function inTransaction<Result>(
  maker: postgres.Sql,
  connection: Connection,
  { mode, milliseconds }: { mode: string; milliseconds: number },
  work: Work<Result>,
): Promise<Result> {
  let isOver = false;
  let failure: unknown;
  let savepoints = 0;
  const control = routed(maker, (one) => connection.execute(one, milliseconds), {});
  const send = (statement: Statement) => {
    if (isOver) {
      statement.reject(new EndedTransactionError());
      return;
    }
    onSettled(statement, (error) => {
      failure ??= error;
    });
    connection.execute(statement, milliseconds);
  };
  const savepoint = async <Part>(...given: [Work<Part>] | [string, Work<Part>]): Promise<Part> => {
    const part = given.at(-1) as Work<Part>;
    savepoints += 1;
    const name = `s${savepoints}`;
    await control.unsafe(`savepoint ${name}`);
    try {
      return await part(tx);
    } catch (error) {
      await control.unsafe(`rollback to ${name}`);
      throw error;
    }
  };
  const tx = asTransaction(routed(maker, send, { savepoint }));
  const lost = Promise.withResolvers<never>();
  lost.promise.catch(() => {});
  const forget = connection.onLost(lost.reject);

  try {
    await control.unsafe(`begin ${bareWords(mode)}`);
    const result = await Promise.race([work(tx), lost.promise]);
    isOver = true;
    const { command } = await control.unsafe('commit');
    // A statement failed and nobody said so: PostgreSQL has rolled back.
    if (command !== 'COMMIT') throw failure ?? new EndedTransactionError();
    return result;
  } catch (error) {
    isOver = true;
    if (!connection.isLost) await control.unsafe('rollback').catch(() => connection.destroy());
    throw error;
  } finally {
    forget();
  }
}
