import { finished } from 'node:stream/promises';
import type postgres from 'postgres';

/** A field as `copy … from stdin` reads it. https://www.postgresql.org/docs/current/sql-copy.html */
export function field(value: string | null | undefined): string {
  if (value === null || value === undefined) return '\\N';
  return value.replaceAll(/[\\\t\n\r]/g, (found) => escapes[found] ?? found);
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/**
 * Sends rows into a table.
 *
 * @param columns names as they stand in SQL, separated by commas
 * @param rows lines of fields parted by tabs, each with its line feed
 */
export async function copyRows(
  sql: postgres.ISql,
  table: string,
  columns: string,
  rows: string,
): Promise<void> {
  const query = sql.unsafe(`copy ${table} (${columns}) from stdin`);
  const stream = await query.writable();
  // The driver settled the query with the stream, so a failure after the last row would reach
  // nobody and the stream would never finish: https://github.com/porsager/postgres/issues/1173
  const failure = new Promise<never>((_, reject) => {
    Object.assign(query, { reject });
  });

  stream.end(rows);
  await Promise.race([finished(stream), failure]);
}
