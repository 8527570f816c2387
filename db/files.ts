import { existsSync, linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Of this process, beside its final place, so that `link` and `rename` stay on one file system. */
const draftOf = (path: string) => `${path}.${process.pid}`;

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
}

/**
 * Creates a file whole or not at all. One that exists stays as it is: of two processes that create
 * it at once, the first wins, and both then read the same.
 *
 * @throws Error of the file system
 */
export function createFileAtomically(path: string, data: string, mode: number): void {
  const draft = draftOf(path);
  writeFileSync(draft, data, { mode });
  try {
    linkSync(draft, path);
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
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
