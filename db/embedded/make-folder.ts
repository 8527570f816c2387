import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents. `mkdirSync(…, { recursive: true })` never returns for a path in
 * `/proc` and similar file systems.
 *
 * @throws Error of the file system
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;

  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o755 });
}
