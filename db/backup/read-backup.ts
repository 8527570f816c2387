import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { fileFailure } from './file-failure.ts';
import { endOfRows, type Sums, sums, type TableHead } from './format.ts';
import type { Backup } from './open-backup.ts';

const newline = 10;
const chunkSize = 1 << 20;

/** What comes next in a backup: rows of a table as whole lines, or all sums at the end. */
export type Part = { table: TableHead; lines: Buffer } | { sums: Sums };

/** Whole lines only: what follows the last end of a line waits for more. */
async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(newline) + 1;
    if (end === 0) {
      rest = Buffer.concat([rest, chunk]);
      continue;
    }
    yield rest.length > 0 ? Buffer.concat([rest, chunk.subarray(0, end)]) : chunk.subarray(0, end);
    rest = chunk.subarray(end);
  }
}

/** Where the rows of a table end in these lines, or -1. */
function findEnd(lines: Buffer): number {
  if (lines.subarray(0, endOfRows.length).equals(Buffer.from(endOfRows))) return 0;

  const found = lines.indexOf(`\n${endOfRows}`);
  return found < 0 ? -1 : found + 1;
}

async function* parseParts(
  tables: Iterator<TableHead, undefined>,
  content: AsyncIterable<Buffer>,
): AsyncGenerator<Part> {
  let table = tables.next().value;
  for await (let lines of wholeLines(content)) {
    while (table) {
      const last = findEnd(lines);
      const rows = last < 0 ? lines : lines.subarray(0, last);
      if (rows.length > 0) yield { table, lines: rows };
      if (last < 0) break;
      lines = lines.subarray(last + endOfRows.length);
      table = tables.next().value;
    }
    if (!table && lines.length > 0) yield { sums: sums.parse(JSON.parse(String(lines))) };
  }
}

/**
 * Everything that a backup holds, in its order: the sums last, so that a part too few is noticed.
 * Only what is being read is in memory.
 *
 * @throws BackupError when the file cannot be read
 */
export async function* readBackup({ path, head, start, end }: Backup): AsyncGenerator<Part> {
  const file = createReadStream(path, { start, end: end - 1, highWaterMark: chunkSize });
  const content = createGunzip({ chunkSize });
  file.on('error', (error) => content.destroy(error));
  try {
    yield* parseParts(head.tables.values(), file.pipe(content));
  } catch (error) {
    throw fileFailure(path, 'read', error);
  } finally {
    file.destroy();
  }
}
