import { BackupError, BackupNotFoundError } from './errors.ts';

const known: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'it grew beyond what is allowed',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is no folder',
  EIO: 'the disk fails',
};

/** What the system said of a file, for the operator. */
export function fileFailure(path: string, deed: 'written' | 'read', error: unknown): BackupError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  if (code === 'ENOENT') {
    const missing = deed === 'read' ? 'There is no file' : 'There is no folder for';
    return new BackupNotFoundError(`${missing} ${path}`);
  }
  return new BackupError(`${path} cannot be ${deed}: ${known[code] ?? code}`);
}
