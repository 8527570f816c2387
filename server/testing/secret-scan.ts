import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type postgres from 'postgres';

/** Every row of every table, as text. */
export async function dumpOf(sql: postgres.Sql): Promise<string> {
  const tables = await sql<{ schema: string; name: string }[]>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`;
  const rows = await Promise.all(
    tables.map(({ schema, name }) => sql`select t::text as row from ${sql(schema)}.${sql(name)} t`),
  );

  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n');
}

/** What the embedded PostgreSQL has written to its log. */
export async function databaseLog(sql: postgres.Sql): Promise<string> {
  const [row] = await sql`show data_directory`;
  return readFileSync(join(String(row?.data_directory), '..', 'postgres.log'), 'utf8');
}

/** Every part of a text that is so long: none of them may be found where the text may not be. */
export function partsOf(text: string, length: number): string[] {
  return Array.from({ length: text.length - length + 1 }, (_, at) => text.slice(at, at + length));
}
