import { finished } from 'node:stream/promises';
import type postgres from 'postgres';

/** Signature, no flags, no extension. */
const header = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const trailer = Buffer.of(0xff, 0xff);

/** Rows on their way into a table. It is used again and again, so that memory stays flat. */
export class RowBuffer {
  #bytes = Buffer.alloc(1 << 20);
  #length = 0;
  readonly #start: Buffer;

  /** @param fields how many a row has */
  constructor(fields: number) {
    this.#start = Buffer.alloc(2);
    this.#start.writeInt16BE(fields);
    this.add(header);
  }

  /** Begins a row. What is added next must be all of its fields. */
  row(): void {
    this.add(this.#start);
  }

  /** Adds one field or several. */
  add(fields: Uint8Array): void {
    const end = this.#length + fields.length;
    if (end > this.#bytes.length) {
      this.#bytes = Buffer.concat([this.#bytes], 2 * end);
    }
    this.#bytes.set(fields, this.#length);
    this.#length = end;
  }

  /** All rows since the last call, valid until the next row. */
  take(): Buffer {
    this.add(trailer);
    const rows = this.#bytes.subarray(0, this.#length);
    this.#length = header.length;
    return rows;
  }
}

/**
 * Sends rows into a table.
 *
 * @param columns names as they stand in SQL
 * @param rows as `RowBuffer` gives them
 */
export async function copyRows(
  sql: postgres.ISql,
  table: string,
  columns: readonly string[],
  rows: Buffer,
): Promise<void> {
  const query = sql.unsafe(`copy ${table} (${columns.join(', ')}) from stdin (format binary)`);
  const stream = await query.writable();
  // The driver settled the query with the stream, so a failure after the last row would reach
  // nobody and the stream would never finish: https://github.com/porsager/postgres/issues/1173
  const failure = new Promise<never>((_, reject) => {
    Object.assign(query, { reject });
  });

  stream.end(rows);
  await Promise.race([finished(stream), failure]);
}
