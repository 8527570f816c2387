import { compareSums } from './compare-sums.ts';
import type { OnProgress } from './create-backup.ts';
import { totalRows } from './format.ts';
import type { Backup } from './open-backup.ts';
import { readBackup } from './read-backup.ts';
import { RowDigest } from './row-digest.ts';

interface VerifyOptions {
  signal: AbortSignal;
  onProgress: OnProgress;
}

/**
 * Counts all rows of a file and sums their checksums, as it was done when they were written.
 *
 * @throws BackupError, and the reason of `signal`
 */
export async function verifyBackup(backup: Backup, options: VerifyOptions): Promise<void> {
  const { head, path } = backup;
  const total = totalRows(head);
  const digests = new Map(head.tables.map(({ name }) => [name, new RowDigest()]));
  let done = 0;

  for await (const part of readBackup(backup)) {
    options.signal.throwIfAborted();
    if ('sums' in part) {
      compareSums(part.sums, digests, path);
      continue;
    }
    const digest = digests.get(part.table.name);
    const before = digest?.rows ?? 0;
    digest?.add(part.lines);
    done += (digest?.rows ?? 0) - before;
    options.onProgress(done, total);
  }
}
