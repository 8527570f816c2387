import type postgres from 'postgres';

/** Milliseconds between two attempts: one that comes between two statements cancels none. */
const cancelInterval = 100;

/**
 * A transaction of long statements. When `signal` aborts, the statement under way is cancelled and
 * everything is rolled back.
 *
 * @param sql a pool of two connections or more
 * @param mode as `isolation level repeatable read`
 * @throws the reason of `signal`, and what `work` throws
 */
export async function inCancellableTransaction(
  sql: postgres.Sql,
  mode: string,
  signal: AbortSignal,
  work: (tx: postgres.TransactionSql) => Promise<void>,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const cancellable = async (tx: postgres.TransactionSql) => {
    await settle(tx);
    const [backend] = await tx`select pg_backend_pid() as pid`;
    const cancel = () => {
      sql`select pg_cancel_backend(${Number(backend?.pid)})`.catch(() => {});
    };
    const abort = () => {
      timer = setInterval(cancel, cancelInterval);
    };
    signal.throwIfAborted();
    signal.addEventListener('abort', abort);
    try {
      await work(tx);
    } finally {
      signal.removeEventListener('abort', abort);
      clearInterval(timer);
    }
    signal.throwIfAborted();
  };

  try {
    await sql.begin(mode, cancellable);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}

/**
 * Settings of a role or a server change how values are written. Rows that a policy hides fail the
 * statement. Locks of others are not waited for long.
 */
async function settle(tx: postgres.TransactionSql): Promise<void> {
  await tx.unsafe(`
    set local lock_timeout = '20s';
    set local row_security = off;
    set local timezone = 'UTC';
    set local datestyle = 'ISO, YMD';
    set local intervalstyle = 'postgres';
    set local extra_float_digits = 3`);
}
