import type postgres from 'postgres';

/** Why the server takes no writes, in words; undefined when it does. */
export async function missingWriteAccess(sql: postgres.Sql): Promise<string | undefined> {
  const [row] = await sql<{ standby: boolean; readOnly: boolean }[]>`
    select pg_is_in_recovery() as standby,
      current_setting('transaction_read_only')::boolean as "readOnly"`;
  if (row?.standby) return 'database is a standby and takes no writes';
  return row?.readOnly ? 'database is read-only' : undefined;
}
