import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type postgres from 'postgres';

/** COPY by streams of postgres.js 3.4.9, with repairs of three faults of theirs. */

/**
 * The stream may have failed before it is handed over, and would end the process as an error that
 * no listener takes.
 */
function ignoreEarlyErrors(query: object): void {
  const settle: unknown = Reflect.get(query, 'resolve');
  Object.assign(query, {
    resolve: (outcome: unknown) => {
      if (outcome instanceof Readable) outcome.on('error', () => {});
      if (typeof settle === 'function') settle(outcome);
    },
  });
}

/**
 * Reads rows as fast as they are taken.
 *
 * @param source table with columns, or query in brackets, as it stands in SQL
 * @param options of COPY, as `with (format csv)`
 */
export async function* copyFrom(
  tx: postgres.ISql,
  source: string,
  options = '',
): AsyncGenerator<Buffer> {
  const query = tx.unsafe(`copy ${source} to stdout ${options}`);
  ignoreEarlyErrors(query);
  const stream = await query.readable();

  try {
    yield* stream.iterator({ destroyOnReturn: false });
  } finally {
    // Until all rows have passed, the connection can do nothing else.
    stream.resume();
    await finished(stream).catch(() => {});
    // A stream that ends while its reader is behind leaves the socket paused.
    if (!stream.errored) stream._read(0);
  }
}

/**
 * Writes rows into a table.
 *
 * @param target table with columns, as it stands in SQL
 * @param options of COPY, as `with (freeze)`
 */
export async function copyInto(
  tx: postgres.ISql,
  target: string,
  rows: AsyncIterable<Buffer>,
  options = '',
): Promise<void> {
  const query = tx.unsafe(`copy ${target} from stdin ${options}`);
  const stream = await query.writable();
  // After the last row an error of the server reaches only the query, which is settled, and the
  // stream never finishes: https://github.com/porsager/postgres/issues/1173
  const failure = new Promise<never>((_, reject) => {
    Object.assign(query, { reject });
  });

  await Promise.race([pipeline(rows, stream), failure]);
}
