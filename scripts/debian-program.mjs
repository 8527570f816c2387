// Finds programs that tests run beside the product, such as a proxy. Plain JavaScript, as
// `prepare.mjs` needs it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { isExecutable } from './browser.mjs';

/** Debian's packages are unpacked here, not installed: nothing is configured and no service starts. */
const unpacked = resolve('node_modules/.cache/debian');
const archives = join(unpacked, 'archives');

function unpackedLibraries() {
  const folder = join(unpacked, 'usr/lib');
  if (!existsSync(folder)) return '';

  return readdirSync(folder)
    .map((name) => join(folder, name))
    .join(delimiter);
}

/**
 * An installed program, or an unpacked one, with the environment that it needs.
 *
 * @param {string} name
 * @returns {{ path: string, env: Record<string, string> } | undefined}
 */
export function findProgram(name) {
  /* `/usr/sbin` is missing in the path of most users. */
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const installed = folders.map((folder) => join(folder, name)).find(isExecutable);
  if (installed) return { path: installed, env: {} };

  const own = ['usr/sbin', 'usr/bin'].map((folder) => join(unpacked, folder, name));
  const path = own.find(isExecutable);
  return path === undefined ? undefined : { path, env: { LD_LIBRARY_PATH: unpackedLibraries() } };
}

/**
 * Whether a program is neither there nor to be had here, so that its tests are skipped.
 *
 * @param {string} name
 */
export const isOutOfReach = (name) =>
  findProgram(name) === undefined && !existsSync('/usr/bin/apt-get');

/**
 * Unpacks Debian's package of this name, with what it depends on and the system lacks.
 *
 * @param {string} name of the package and of its program
 */
export function fetchProgram(name) {
  const help = `No ${name}: install it, so that the tests can run it`;
  if (!existsSync('/usr/bin/apt-get')) throw new Error(help);

  const run = (/** @type {string} */ command, /** @type {string[]} */ ...args) =>
    spawnSync(command, args, { encoding: 'utf8' });
  mkdirSync(join(archives, 'partial'), { recursive: true });
  // A list that cannot be refreshed may still hold the package: the download decides.
  if (process.getuid?.() === 0) run('apt-get', 'update', '-qq');
  const downloaded = run(
    'apt-get',
    ...['-o', 'Debug::NoLocking=1', '-o', `Dir::Cache::archives=${archives}`],
    ...['install', '--download-only', '-y', '-qq', '--no-install-recommends', name],
  );
  if (downloaded.status === 0) {
    const packages = readdirSync(archives).filter((file) => file.endsWith('.deb'));
    for (const file of packages) run('dpkg', '-x', join(archives, file), unpacked);
  }
  if (findProgram(name)) return;

  throw new Error(`${help} (${downloaded.stderr.trim().split('\n').at(-1)})`);
}

/**
 * Installs Debian's packages of a program that needs files in their places, such as the modules of an
 * interpreter.
 *
 * @param {string} name of the program
 * @param {string[]} packages
 */
export function installProgram(name, packages) {
  const aptGet = '/usr/bin/apt-get';
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (/** @type {string[]} */ ...args) => spawnSync(aptGet, args, { env });
  if (process.getuid?.() === 0 && existsSync(aptGet)) {
    run('update', '-qq');
    run('install', '-y', '-qq', '--no-install-recommends', ...packages);
  }
  if (!findProgram(name)) throw new Error(`No ${name}: install ${packages.join(' and ')}`);
}

/**
 * A program that a test cannot do without.
 *
 * @param {string} name
 * @throws Error where it is missing
 */
export function requireProgram(name) {
  const program = findProgram(name);
  if (!program)
    throw new Error(`No ${name}: install it, or run npm run test:full, which fetches it`);
  return program;
}
