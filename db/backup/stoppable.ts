import type postgres from 'postgres';

/** Milliseconds between two attempts: one that comes between two statements ends nothing. */
const cancelEvery = 250;

interface StoppableOptions {
  /** Of the transaction, as `isolation level repeatable read`. */
  mode?: string;
  signal: AbortSignal;
}

/**
 * A transaction of long statements. When `signal` says so, the statement under way is ended,
 * everything is rolled back, and it fails with the signal's reason.
 *
 * @param sql a pool of two connections or more
 */
export async function inStoppableTransaction<Result>(
  sql: postgres.Sql,
  { mode = '', signal }: StoppableOptions,
  work: (tx: postgres.TransactionSql) => Promise<Result>,
): Promise<Result> {
  const done = Promise.withResolvers<Result>();
  const failures: unknown[] = [];
  let timer: NodeJS.Timeout | undefined;
  let pid: unknown;
  const cancel = () => {
    sql`select pg_cancel_backend(${Number(pid)})`.catch(() => {});
  };
  const stop = () => {
    if (timer || pid === undefined) return;
    cancel();
    timer = setInterval(cancel, cancelEvery);
  };
  const guarded = async (tx: postgres.TransactionSql) => {
    const [backend] = await tx`select pg_backend_pid() as pid`;
    pid = backend?.pid;
    signal.addEventListener('abort', stop);
    signal.throwIfAborted();
    try {
      const result = await work(tx);
      signal.throwIfAborted();
      done.resolve(result);
    } catch (error) {
      failures.push(signal.aborted ? signal.reason : error);
      throw error;
    }
  };

  try {
    await sql.begin(mode, guarded);
    return await done.promise;
  } catch (error) {
    // The rollback may have been ended too, which is not what went wrong.
    throw failures[0] ?? error;
  } finally {
    signal.removeEventListener('abort', stop);
    clearInterval(timer);
  }
}
