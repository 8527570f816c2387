import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { EmbeddedServerError } from './fail.ts';

/** Whom the database runs as. Empty: as ourselves. */
export interface Account {
  uid?: number;
  gid?: number;
}

const name = 'postgres';

function lookUp(): Account | undefined {
  const numbers = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
  const [uid, gid] = numbers.map(({ status, stdout }) =>
    status === 0 ? Number(stdout) : undefined,
  );

  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

/**
 * PostgreSQL refuses to run as root, so root lends it the system user `postgres`, made if missing.
 *
 * @throws EmbeddedServerError when there is none and none can be made
 */
export function databaseAccount(): Account {
  if (process.platform === 'win32' || userInfo().uid !== 0) return {};

  const existing = lookUp();
  if (existing) return existing;

  spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/bin/sh',
    name,
  ]);
  const made = lookUp();
  if (made) return made;

  throw new EmbeddedServerError(
    'PostgreSQL does not run as root and no system user "postgres" could be made: run as another user, or set DATABASE_URL',
  );
}

/** Whether the account can enter a folder: each folder above it counts. */
export function canEnter(account: Account, folder: string): boolean {
  if (account.uid === undefined) return true;

  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/' }).status === 0
  );
}
