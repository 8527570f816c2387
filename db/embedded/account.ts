import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { EmbeddedServerError } from './fail.ts';

/** System user that the server runs as. Empty: the user of this process. */
export interface Account {
  uid?: number;
  gid?: number;
}

const accountName = 'postgres';

function findAccount(): Account | undefined {
  const numbers = ['-u', '-g'].map((flag) =>
    spawnSync('id', [flag, accountName], { encoding: 'utf8' }),
  );
  const [uid, gid] = numbers.map(({ status, stdout }) =>
    status === 0 ? Number(stdout) : undefined,
  );

  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

/**
 * PostgreSQL refuses to run as root. Under root it runs as the system user `postgres`, which is
 * created if missing.
 *
 * @throws EmbeddedServerError when that user cannot be created
 */
export function databaseAccount(): Account {
  if (process.platform === 'win32' || userInfo().uid !== 0) return {};

  const existing = findAccount();
  if (existing) return existing;

  spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/bin/sh',
    accountName,
  ]);
  const created = findAccount();
  if (created) return created;

  throw new EmbeddedServerError(
    'PostgreSQL does not run as root, and the system user "postgres" could not be created: run as another user, or set DATABASE_URL',
  );
}

/** Whether the account has access to a folder and to each folder above it. */
export function canEnter(account: Account, folder: string): boolean {
  if (account.uid === undefined) return true;

  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/' }).status === 0
  );
}
