import type postgres from 'postgres';
import type { Connection } from './connection.ts';
import { clientSql, type Make, Statement } from './sql.ts';

export type Work<Result> = (tx: postgres.TransactionSql) => Result | Promise<Result>;

export interface TransactionOptions {
  /** What follows `begin`, as `read only` or an isolation level. */
  mode: string;
  /** Milliseconds for each statement. */
  statementDeadline: number;
  /** Milliseconds for the whole transaction. */
  deadline?: number | undefined;
  /** Sends the first statements together with `begin`. */
  pipelinesBegin: boolean;
}

class EndedTransactionError extends Error {
  constructor() {
    super('The transaction has ended');
  }
}

const isStatement = (made: unknown): made is Promise<unknown> => made instanceof Promise;

/** The `sql` of a connection: its statements are those of postgres.js, and are sent at once. */
export function connectionSql<Sql>(
  connection: Connection,
  milliseconds: number,
  own: Record<string, unknown>,
  {
    refusal,
    onFailure,
  }: { refusal?: () => Error | undefined; onFailure?: (error: unknown) => void } = {},
): Sql {
  const send = (make: Make) => {
    const reason = refusal?.() ?? connection.loss;
    if (reason) return new Statement(() => Promise.reject(reason), make);

    const made = make(connection.sql);
    if (isStatement(made))
      // A microtask later, so that `values()` and the like are called before it is sent.
      queueMicrotask(() => {
        connection.execute(made, milliseconds).catch((error) => onFailure?.(error));
      });
    return made;
  };
  return clientSql<Sql>(send, own);
}

/**
 * Runs `work` in a transaction on a connection that does nothing else meanwhile. Without the commit
 * nothing of it is stored, and nothing of it runs on another connection or after its end.
 *
 * postgres.js's own `begin` writes to the socket of a lost connection, which ends the process:
 * https://github.com/porsager/postgres/issues/1154
 *
 * @throws what `work` throws; the loss of the connection, upon which a commit under way may have
 *   happened
 */
export async function inTransaction<Result>(
  connection: Connection,
  { mode, statementDeadline, deadline, pipelinesBegin }: TransactionOptions,
  work: Work<Result>,
): Promise<Result> {
  let isOver = false;
  let failure: unknown;
  let savepoints = 0;
  const control = (statement: string) =>
    connection.execute(connection.sql.unsafe(statement), statementDeadline);
  const savepoint = async <Part>(...given: [Work<Part>] | [string, Work<Part>]): Promise<Part> => {
    const part = given.at(-1) as Work<Part>;
    savepoints += 1;
    const name = `s${savepoints}`;
    await control(`savepoint ${name}`);
    try {
      return await part(tx);
    } catch (error) {
      await control(`rollback to ${name}`);
      throw error;
    }
  };
  const tx = connectionSql<postgres.TransactionSql>(
    connection,
    statementDeadline,
    { savepoint },
    {
      refusal: () => (isOver ? new EndedTransactionError() : undefined),
      onFailure: (error) => {
        failure ??= error;
      },
    },
  );
  const run = async () => {
    const begun = control(`begin ${mode.replaceAll(/[^a-z ]/gi, '')}`);
    if (!pipelinesBegin) await begun;
    const [result] = await Promise.all([work(tx), begun]);
    isOver = true;
    const { command } = await control('commit');
    // A statement failed and `work` passed over it: PostgreSQL has rolled back.
    if (command !== 'COMMIT') throw failure ?? new EndedTransactionError();
    return result;
  };

  try {
    return await connection.watch(run(), deadline);
  } catch (error) {
    isOver = true;
    if (!connection.loss) await control('rollback').catch(() => connection.destroy());
    throw error;
  }
}
