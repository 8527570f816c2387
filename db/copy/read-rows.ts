import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type postgres from 'postgres';

/** A stream that ends while its reader is behind leaves the socket paused for good. */
function resumeSocket(stream: Readable): void {
  try {
    stream._read(0);
  } catch {
    // The connection is lost, and the socket with it.
  }
}

/**
 * The rows of a table in PostgreSQL's text format: chunks of whole lines, one line a row. Only what
 * is being read is in memory. It fails with the statement or the connection.
 *
 * @param table name as it stands in SQL
 * @param columns names as they stand in SQL
 */
export async function* readRows(
  sql: postgres.ISql,
  table: string,
  columns: readonly string[],
): AsyncGenerator<Buffer> {
  const query = sql.unsafe(`copy ${table} (${columns.join(', ')}) to stdout`);
  // The driver hands the stream over a turn after it may have destroyed it with an error, which
  // would end the process while nobody listens.
  const settle: unknown = Reflect.get(query, 'resolve');
  Object.assign(query, {
    resolve: (outcome: unknown) => {
      if (outcome instanceof Readable) outcome.on('error', () => {});
      if (typeof settle === 'function') settle(outcome);
    },
  });
  const stream = await query.readable();

  try {
    yield* stream.iterator({ destroyOnReturn: false });
  } finally {
    // Rows that nobody wants any more have to pass before the connection can do anything else.
    stream.resume();
    await finished(stream).catch(() => {});
    resumeSocket(stream);
  }
}
