import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { lstat, open, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../files.ts';
import { BackupError, fileError } from './errors.ts';

/** Personal data: for the owner alone. */
const mode = 0o600;

export type Append = (bytes: Buffer) => Promise<void>;

/**
 * Writes a file whose last line is the SHA-256 of everything before it. It has a temporary name
 * until it is complete and on the disk; when anything fails, no file is left.
 *
 * @param force replaces a file that is there
 * @returns size in bytes
 * @throws BackupError, and what `write` throws
 */
export async function writeSealedFile(
  path: string,
  force: boolean,
  write: (append: Append) => Promise<void>,
): Promise<number> {
  const attempt = <Result>(work: Promise<Result>) =>
    work.catch((error: unknown) => {
      throw fileError(path, 'written', error);
    });
  const found = await lstat(path).catch(() => undefined);
  if (found && !found.isFile())
    throw new BackupError(`${path} cannot be written: it is not an ordinary file`);
  if (found && !force)
    throw new BackupError(`${path} is there already: give another name, or --force to replace it`);

  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  const file = await attempt(open(temporary, 'wx', mode));
  // A second Ctrl+C ends the process at once.
  const remove = () => rmSync(temporary, { force: true });
  process.once('exit', remove);
  const hash = createHash('sha256');
  let size = 0;
  const append: Append = async (bytes) => {
    await attempt(file.writeFile(bytes));
    hash.update(bytes);
    size += bytes.length;
  };

  try {
    await write(append);
    await append(Buffer.from(`${hash.copy().digest('hex')}\n`));
    await attempt(file.sync());
    await file.close();
    await attempt(rename(temporary, path));
    syncFolder(dirname(path));
    return size;
  } finally {
    await file.close().catch(() => {});
    remove();
    process.off('exit', remove);
  }
}
