import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Of this process, beside its final place, so that `link` and `rename` stay on one file system. */
const draftOf = (path: string) => `${path}.${process.pid}`;

/** What systems answer that cannot bring a folder to the disk, or not for this user. */
const withoutFolderSync = new Set(['EACCES', 'EBADF', 'EINVAL', 'EISDIR', 'EPERM']);

/**
 * Brings the names in a folder to the disk, as far as the system can: a file that has been synced is
 * lost in a power failure when its name is not there.
 *
 * @throws Error of the file system
 */
export function syncFolder(path: string): void {
  let folder: number | undefined;
  try {
    folder = openSync(path, 'r');
    fsyncSync(folder);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!withoutFolderSync.has(code)) throw error;
  } finally {
    if (folder !== undefined) closeSync(folder);
  }
}

/**
 * Makes a folder and those above it. Not `mkdirSync(…, { recursive: true })`, which never returns
 * below `/proc` and its like.
 *
 * @throws Error of the file system
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;

  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o755 });
  syncFolder(dirname(path));
}

/**
 * Creates a file whole or not at all, and on the disk. One that exists stays as it is: of two processes that create
 * it at once, the first wins, and both then read the same.
 *
 * @throws Error of the file system
 */
export function createFileAtomically(path: string, data: string, mode: number): void {
  const draft = draftOf(path);
  try {
    const file = openSync(draft, 'w', mode);
    try {
      writeFileSync(file, data);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    linkSync(draft, path);
    syncFolder(dirname(path));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * The same for a folder: `fill` makes it at the path it is given, and it is then moved into place.
 *
 * @throws Error of the file system, and what `fill` throws
 */
export async function createFolderAtomically(
  path: string,
  fill: (draft: string) => Promise<void>,
): Promise<void> {
  if (existsSync(path)) return;

  const draft = draftOf(path);
  // Left by a killed process of the same number, as containers have them.
  rmSync(draft, { recursive: true, force: true });
  try {
    await fill(draft);
    renameSync(draft, path);
    syncFolder(dirname(path));
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
