import postgres from 'postgres';

const isLost = (error: unknown) =>
  error instanceof Error &&
  !(error instanceof postgres.PostgresError) &&
  'code' in error &&
  typeof error.code === 'string';

/**
 * `sql.begin`, but a connection that is lost on the way fails the transaction, not the process: the
 * driver would send a rollback to where nobody is, and throw where nobody can catch it. Of the loss
 * it tells by itself. https://github.com/porsager/postgres/issues/1208
 */
export async function inTransaction(
  sql: postgres.Sql,
  work: (tx: postgres.TransactionSql) => Promise<void>,
): Promise<void> {
  await sql.begin(
    (tx) =>
      new Promise<void>((resolve, reject) => {
        work(tx).then(resolve, (error: unknown) => {
          if (!isLost(error)) reject(error);
        });
      }),
  );
}
