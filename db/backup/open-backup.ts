import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { BackupError } from './errors.ts';
import { fileFailure } from './file-failure.ts';
import { anyHead, beginning, format, type Head, head, seal, sealLength } from './format.ts';

const longestHead = 1 << 20;

/** A file that is whole and as it was written. */
export interface Backup {
  path: string;
  head: Head;
  /** Places in the file: the first byte of the compressed part, and the one behind its last. */
  start: number;
  end: number;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

async function digestOf(file: FileHandle, end: number): Promise<string> {
  const digest = createHash('sha256');
  const chunks = file.createReadStream({ start: 0, end: end - 1, autoClose: false });
  for await (const chunk of chunks) digest.update(chunk);
  return digest.digest('hex');
}

async function inspect(path: string, file: FileHandle): Promise<Backup> {
  const found = await file.stat();
  if (found.isDirectory()) throw fileFailure(path, 'read', 'EISDIR');
  if (!found.isFile()) throw new BackupError(`${path} is no ordinary file`);

  const first = await readAt(file, 0, longestHead);
  if (!first.subarray(0, beginning.length).equals(Buffer.from(beginning)))
    throw new BackupError(`${path} is not a backup of Leadgate`);

  const end = found.size - sealLength;
  const last = end > 0 ? String(await readAt(file, end, sealLength)) : '';
  if (!seal.test(last)) throw new BackupError(`${path} is not complete: its end is missing`);
  if ((await digestOf(file, end)) !== last.trim())
    throw new BackupError(`${path} is damaged: it is not what was written`);

  const start = first.indexOf('\n') + 1;
  const line: unknown = JSON.parse(first.toString('utf8', 0, start));
  if (anyHead.parse(line).format !== format)
    throw new BackupError(`${path} was made by a newer version of Leadgate: update the program`);
  return { path, head: head.parse(line), start, end };
}

/**
 * Reads a file from end to end, and what it says of itself. Nothing of it is used before.
 *
 * @throws BackupError when it is no backup, or not whole any more
 */
export async function openBackup(path: string): Promise<Backup> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    throw fileFailure(path, 'read', error);
  }

  try {
    return await inspect(path, file);
  } catch (error) {
    const isSystem = error instanceof Error && 'syscall' in error;
    throw isSystem ? fileFailure(path, 'read', error) : error;
  } finally {
    await file.close();
  }
}
