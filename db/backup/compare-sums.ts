import { BackupError } from './errors.ts';
import type { Sums } from './format.ts';
import type { RowDigest } from './row-digest.ts';

/**
 * Holds what was read against what was written.
 *
 * @param digests by table
 * @param place what was read, for the operator
 * @throws BackupError naming the first table that differs
 */
export function compareSums(
  written: Sums,
  digests: ReadonlyMap<string, RowDigest>,
  place: string,
): void {
  for (const [name, { rows, checksum }] of digests) {
    const sum = written[name];
    if (sum?.rows !== rows)
      throw new BackupError(
        `${place} has ${rows} rows of ${name} instead of ${sum?.rows ?? 'none'}`,
      );
    if (sum.checksum !== checksum)
      throw new BackupError(`${place} has other rows of ${name} than were backed up`);
  }
}
