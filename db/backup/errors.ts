import { getSystemErrorMessage } from 'node:util';

/** A backup cannot be made or used; `message` is one line for the operator. */
export class BackupError extends Error {}

/** There is no such file or folder; `message` is one line for the operator. */
export class BackupNotFoundError extends BackupError {}

/** What the operating system or zlib reported of a file, for the operator; other errors unchanged. */
export function fileError(path: string, deed: 'written' | 'read', error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && 'errno' in error)) return error;

  if (error.code === 'ENOENT') {
    const missing = deed === 'read' ? 'There is no file' : 'There is no folder for';
    return new BackupNotFoundError(`${missing} ${path}`);
  }
  const reason =
    'syscall' in error ? getSystemErrorMessage(Number(error.errno)) : String(error.message);
  return new BackupError(`${path} cannot be ${deed}: ${reason}`);
}
