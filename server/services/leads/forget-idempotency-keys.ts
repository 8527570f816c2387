import type postgres from 'postgres';

const batch = 5_000;

/**
 * Deletes `Idempotency-Key`s whose day has passed, some at a time: those that another process is
 * just deleting or taking over are left to it.
 *
 * @returns whether there may be more
 */
export async function forgetIdempotencyKeys(sql: postgres.Sql): Promise<boolean> {
  const { count } = await sql`
    delete from idempotency_keys k
    using (
      select company_id, key from idempotency_keys
      where request is not null and expires_at < now() - interval '1 hour'
      limit ${batch}
      for update skip locked
    ) old
    where k.company_id = old.company_id and k.key = old.key`;

  return count === batch;
}
