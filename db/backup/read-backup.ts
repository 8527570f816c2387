import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { BackupError, fileError } from './errors.ts';
import {
  countRows,
  firstLine,
  type OnProgress,
  program,
  type Summary,
  summarySchema,
  totalRows,
} from './format.ts';

/** Of the summary in bytes. */
const maxLength = 1 << 20;
const chunkSize = 256 * 1_024;
export const sealLength = 65;
const seal = /^[0-9a-f]{64}\n$/;

/** A file that is complete and unchanged. */
export interface Backup {
  path: string;
  summary: Summary;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

async function assertSeal(path: string, file: FileHandle, end: number): Promise<void> {
  const last = end > 0 ? String(await readAt(file, end, sealLength)) : '';
  if (!seal.test(last)) throw new BackupError(`${path} is not complete: its end is missing`);

  const hash = createHash('sha256');
  const content = file.createReadStream({ start: 0, end: end - 1, autoClose: false });
  for await (const chunk of content) hash.update(chunk);
  if (hash.digest('hex') !== last.trim())
    throw new BackupError(`${path} is damaged: it is not what was written`);
}

async function inspect(path: string, file: FileHandle): Promise<Backup> {
  const found = await file.stat();
  if (!found.isFile()) throw new BackupError(`${path} cannot be read: it is not an ordinary file`);

  const first = String(await readAt(file, 0, firstLine.length));
  if (!first.startsWith(program)) throw new BackupError(`${path} is not a backup of Leadgate`);
  if (first !== firstLine)
    throw new BackupError(
      `${path} has the format of another version of Leadgate: use that version`,
    );
  const end = found.size - sealLength;
  await assertSeal(path, file, end);

  const from = Math.max(0, end - maxLength);
  const tail = String(await readAt(file, from, end - from)).trimEnd();
  return { path, summary: summarySchema.parse(JSON.parse(tail.slice(tail.lastIndexOf('\n')))) };
}

/**
 * Reads a file from end to end, and only then what it says of itself.
 *
 * @throws BackupError when it is not a backup, or not what was written
 */
export async function openBackup(path: string): Promise<Backup> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'r');
    return await inspect(path, file);
  } catch (error) {
    throw fileError(path, 'read', error);
  } finally {
    await file?.close();
  }
}

async function* decompress(path: string, start: number, size: number): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { start, end: start + size - 1 });
  const content = createGunzip({ chunkSize });
  file.on('error', (error) => content.destroy(error));
  try {
    yield* file.pipe(content);
  } catch (error) {
    throw fileError(path, 'read', error);
  } finally {
    file.destroy();
  }
}

/**
 * Gives the rows of each table to `take`, and counts them. Only what is being read is in memory.
 *
 * @throws BackupError when a table has another number of rows than the summary says
 */
export async function readTables(
  { path, summary }: Backup,
  onProgress: OnProgress,
  take: (table: Summary['tables'][number], rows: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const total = totalRows(summary);
  let done = 0;
  let position = firstLine.length;

  for (const table of summary.tables) {
    let rows = 0;
    const onRows = (count: number) => {
      rows += count;
      onProgress(done + rows, total);
    };
    await take(table, countRows(decompress(path, position, table.size), onRows));
    if (rows !== table.rows)
      throw new BackupError(`${path} has ${rows} rows of ${table.name} instead of ${table.rows}`);
    position += table.size;
    done += rows;
  }
}

/** @throws the reason of `signal` */
export async function skipRows(rows: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
  for await (const _ of rows) signal.throwIfAborted();
}
