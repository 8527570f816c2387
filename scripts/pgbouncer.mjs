// Finds or installs the PgBouncer that tests use. Plain JavaScript, as `prepare.mjs` needs it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { isExecutable } from './browser.mjs';

const cache = resolve('.cache/pgbouncer');
const usual = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin', join(cache, 'usr', 'sbin')];

/** An installed PgBouncer, or the one that `installPgBouncer` has put into `.cache`. */
export const findPgBouncer = () =>
  [...(process.env.PATH ?? '').split(delimiter), ...usual]
    .map((folder) => join(folder, 'pgbouncer'))
    .find(isExecutable);

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} [cwd]
 */
function run(command, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new Error(error?.message ?? stderr.trim().split('\n').at(-1));
}

const isInstalled = (/** @type {string} */ name) => {
  const { stdout } = spawnSync('/usr/bin/dpkg', ['--status', name], { encoding: 'utf8' });
  return stdout?.includes('Status: install ok installed') === true;
};

/** Names of the libraries that a package depends on and the system lacks. */
const missingLibraries = (/** @type {string} */ file) =>
  run('/usr/bin/dpkg-deb', ['-f', file, 'Depends'])
    .split(',')
    .map((dependency) => dependency.trim().split(/[\s:]/)[0] ?? '')
    .filter((name) => name.startsWith('lib') && !isInstalled(name));

/** Debian's package with its libraries, taken apart in `.cache`: it needs no rights and no service. */
function installPgBouncer() {
  const draft = `${cache}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    // A list that cannot be refreshed may still hold the package.
    spawnSync('/usr/bin/apt-get', ['update', '-qq']);
    const seen = new Set(['pgbouncer']);
    for (const name of seen) {
      run('/usr/bin/apt-get', ['download', '-qq', name], draft);
      const file = readdirSync(draft).find((entry) => entry.startsWith(`${name}_`)) ?? '';
      for (const library of missingLibraries(join(draft, file))) seen.add(library);
      run('/usr/bin/dpkg-deb', ['-x', file, '.'], draft);
    }
    if (!existsSync(cache)) renameSync(draft, cache);
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new Error(`No PgBouncer: install it, so that it is in the PATH (${why})`);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * PgBouncer, installed if it is missing, and where the libraries of one in `.cache` are.
 *
 * @returns {{ path: string, libraries: string }}
 * @throws Error where it can be had neither way
 */
export function requirePgBouncer() {
  if (!findPgBouncer()) installPgBouncer();
  const path = findPgBouncer();
  if (!path) throw new Error('No PgBouncer: install it, so that it is in the PATH');

  const root = join(cache, 'usr', 'lib');
  const folders = existsSync(root) ? readdirSync(root) : [];
  return { path, libraries: folders.map((folder) => join(root, folder)).join(delimiter) };
}
