import { hash } from 'node:crypto';

const newline = 10;
const words = 8;

/**
 * Counts rows and sums their SHA-256 hashes, word by word of 32 bits. The order of rows does not
 * matter: PostgreSQL keeps none.
 */
export class RowDigest {
  readonly #sums = new Uint32Array(words);
  #rows = 0;

  get rows(): number {
    return this.#rows;
  }

  /** 64 hexadecimal digits. */
  get checksum(): string {
    return [...this.#sums].map((sum) => sum.toString(16).padStart(8, '0')).join('');
  }

  /** @param lines whole lines, a row each */
  add(lines: Buffer): void {
    for (let start = 0; start < lines.length; ) {
      const end = lines.indexOf(newline, start) + 1;
      if (end === 0) throw new Error('A row without its end');

      const digest = hash('sha256', lines.subarray(start, end), 'buffer');
      for (let word = 0; word < words; word += 1) {
        this.#sums[word] = (this.#sums[word] ?? 0) + digest.readUInt32BE(4 * word);
      }
      this.#rows += 1;
      start = end;
    }
  }
}
