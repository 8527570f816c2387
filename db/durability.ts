import type postgres from 'postgres';

const required = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/** Settings of the server that are off although an acknowledged lead rests on them. */
export async function missingDurability(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from pg_settings where name in ${sql(required)} and setting = 'off' order by name`;
  return rows.map((row) => row.name);
}
