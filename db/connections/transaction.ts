import type postgres from 'postgres';
import type { Connection } from './connection.ts';
import { connectionSql } from './sql.ts';

export interface Transaction extends postgres.TransactionSql {
  /**
   * Sends the commit in one flight with the statements that were just sent: a round trip less. If
   * one of them fails, PostgreSQL rolls back. No statement may follow.
   */
  commit(): Promise<unknown>;
}

export type Work<Result> = (tx: Transaction) => Result | Promise<Result>;

export interface TransactionOptions {
  /** What follows `begin`, as an isolation level. */
  mode: string;
  /** Milliseconds for each statement; with a deadline of the whole, for those that begin and end it. */
  statementDeadline: number;
  /** Milliseconds for the whole transaction, and each statement in it. */
  deadline?: number | undefined;
  /** Sends the first statements together with `begin`, even if that fails. */
  pipelinesBegin?: boolean | undefined;
}

class EndedTransactionError extends Error {
  constructor() {
    super('The transaction has ended');
  }
}

/**
 * Runs `work` in a transaction on a connection that does nothing else meanwhile. Without the commit
 * nothing of it is stored, and nothing of it runs on another connection or after its end.
 *
 * The `begin` of postgres.js writes to the socket of a lost connection, which ends the process:
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
  const savepoint = async <Section>(part: Work<Section>): Promise<Section> => {
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
  const options = {
    deadline: deadline ?? statementDeadline,
    refusal: () => (isOver ? new EndedTransactionError() : undefined),
    onFailure: (error: unknown) => {
      failure ??= error;
    },
  };
  let committed: PromiseLike<{ command: string }> | undefined;
  const commit = () => {
    committed = tx.unsafe('commit');
    isOver = true;
    return committed;
  };
  const tx = connectionSql<Transaction>(connection, options, { savepoint, commit });
  const run = async () => {
    const begin = connection.sql.unsafe(`begin ${mode}`);
    // Its answer comes before that of the first statements: no more are sent after a failure.
    begin.catch(() => {
      isOver = true;
    });
    const begun = connection.execute(begin, statementDeadline);
    if (!pipelinesBegin) await begun;
    const [result] = await Promise.all([work(tx), begun]);
    isOver = true;
    const { command } = await (committed ?? control('commit'));
    // A statement failed and `work` ignored it: PostgreSQL has rolled back.
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
