import type postgres from 'postgres';

/**
 * Locks tables until it is let go.
 *
 * @param what as `contacts in access exclusive mode`
 */
export async function holdLock(
  sql: postgres.Sql,
  what: string,
): Promise<{ letGo: () => Promise<void> }> {
  const locked = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const lock = sql.begin(async (transaction) => {
    await transaction`set local idle_in_transaction_session_timeout = 0`;
    await transaction.unsafe(`lock table ${what}`);
    locked.resolve();
    await end.promise;
  });
  lock.catch(locked.reject);
  await locked.promise;

  return {
    letGo: async () => {
      end.resolve();
      await lock;
    },
  };
}
