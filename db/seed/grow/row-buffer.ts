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
