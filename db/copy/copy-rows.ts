import { finished } from 'node:stream/promises';
import type postgres from 'postgres';

interface Target {
  /** Name as it stands in SQL. */
  table: string;
  /** Names as they stand in SQL. */
  columns: readonly string[];
  /** Of `copy`, as `format binary`. */
  options?: string;
}

/**
 * Sends rows into a table, all in memory at once: many are sent in portions.
 *
 * @param rows whole rows in the format that the options name; without any, text
 */
export async function copyRows(
  sql: postgres.ISql,
  { table, columns, options }: Target,
  rows: Buffer,
): Promise<void> {
  const format = options ? ` (${options})` : '';
  const query = sql.unsafe(`copy ${table} (${columns.join(', ')}) from stdin${format}`);
  const stream = await query.writable();
  // The driver settled the query with the stream, so a failure after the last row would reach
  // nobody and the stream would never finish: https://github.com/porsager/postgres/issues/1173
  const failure = new Promise<never>((_, reject) => {
    Object.assign(query, { reject });
  });

  stream.end(rows);
  await Promise.race([finished(stream), failure]);
}
