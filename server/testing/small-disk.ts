import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** A disk of so many megabytes, where the machine lets us have one. */
export function mountDisk(megabytes: number): string | undefined {
  if (process.platform !== 'linux' || userInfo().uid !== 0) return undefined;

  const folder = mkdtempSync(join(tmpdir(), 'leadgate-disk-'));
  const size = `size=${megabytes}m`;
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder]);
  chmodSync(folder, 0o755);
  if (mounted.status === 0) return folder;

  rmSync(folder, { recursive: true });
  return undefined;
}

export function unmountDisk(folder: string): void {
  spawnSync('umount', ['-l', folder]);
  rmSync(folder, { recursive: true, force: true });
}

export function canMount(): boolean {
  const folder = mountDisk(1);
  if (folder) unmountDisk(folder);
  return folder !== undefined;
}

/** Takes all that is left of a disk. Returns how to give it back. */
export function fillDisk(folder: string): () => void {
  const fillers: string[] = [];
  // What no longer fits as a whole may in pieces.
  for (const bytes of [1 << 20, 1 << 12]) {
    try {
      for (;;) {
        const filler = join(folder, `filler-${fillers.length}`);
        fillers.push(filler);
        writeFileSync(filler, Buffer.alloc(bytes));
      }
    } catch {
      // It is full now.
    }
  }
  return () => {
    for (const filler of fillers) rmSync(filler, { force: true });
  };
}
