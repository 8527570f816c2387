import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

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
