// Installs packages from npm. Plain JavaScript, which any Node from 20 on runs before the install.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { phase } from '../server/process/progress.mjs';
import { assertPlatform, compiledPackages, thisPlatform } from './platform-builds.mjs';
import { run } from './run.mjs';

/** Says which packages are installed, or that an install has begun. */
const mark = 'node_modules/.leadgate-packages';
const hasBegun = 'installing';
/** Not `npm ci`: it refuses a lock file written where some platform's optional package was not to be had. */
const installation = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
const { devDependencies, engines } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Whether Node must be installed, because this one is too old for the product or was installed here. */
function needsNode() {
  if (process.execPath.startsWith(resolve('node_modules'))) return true;

  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [neededMajor = 0, neededMinor = 0] = engines.node.match(/\d+/g).map(Number);
  return major < neededMajor || (major === neededMajor && minor < neededMinor);
}

const unreachable = [
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENETUNREACH',
  'ENOTCACHED',
  'ENOTFOUND',
  'ERR_SOCKET_TIMEOUT',
  'ETIMEDOUT',
];
/** @type {Record<string, string>} */
const remedies = {
  EACCES: 'this folder cannot be written. Run the command as its owner',
  EBADPLATFORM: 'one of them has no build for this platform. Use Linux, macOS or Windows',
  ENOSPC: 'the disk is full. Free 1 GB and run the command again',
  EROFS: 'this folder is on a read-only file system',
};

/**
 * Why npm failed and what to do, in one line.
 *
 * @param {string} output of npm
 */
export function explain(output) {
  const code = /npm error code (\w+)/.exec(output)?.[1] ?? '';
  const remedy = unreachable.includes(code)
    ? `npm's registry cannot be reached (${code}). Connect, or set registry or proxy in npm's configuration, and run the command again`
    : remedies[code];
  const first = /npm error (?!code|errno|syscall|path)(.+)/.exec(output)?.[1] ?? output.trim();
  return `Packages cannot be installed: ${remedy ?? first.split('\n')[0]}`;
}

/**
 * On a full disk npm fails with what it could not read of its own files.
 *
 * @param {number} gigabytes that an install takes
 */
function assertSpace(gigabytes) {
  const { bavail, bsize } = statfsSync('.');
  const free = (bavail * bsize) / 1e9;
  if (free >= gigabytes) return;

  throw new Error(
    `Packages cannot be installed: they need ${gigabytes} GB, and the disk of this folder has ${free.toFixed(1)} GB free. Free space and run the command again`,
  );
}

/**
 * npm goes on without an optional package that it cannot download.
 *
 * @param {readonly string[]} absent folders of compiled packages
 */
function assertCompiled(absent) {
  if (absent.length === 0) return;

  const names = absent.map((folder) => folder.replace('node_modules/', '')).join(', ');
  throw new Error(
    `Packages cannot be installed: npm's registry did not give ${names}. Run the command again, or set another registry in npm's configuration`,
  );
}

/**
 * Installs what building and running need, or all packages, unless they are there.
 *
 * @param {boolean} all also those of tests, checks and benchmarks
 * @throws Error with one line for the terminal
 */
export async function installPackages(all) {
  const lockFile = readFileSync('package-lock.json', 'utf8');
  const { packages } = JSON.parse(lockFile);
  const lock = createHash('sha256').update(lockFile).digest('hex');
  // Node is a package for development, because one on the path may do.
  const node = needsNode() ? ['--save-prod', `node@${devDependencies.node}`] : [];
  const serving = `serving ${lock} ${node.join(' ')}`;
  const everything = `all ${lock}`;
  const installed = existsSync(mark) ? readFileSync(mark, 'utf8') : '';
  const platform = thisPlatform();
  const absent = (/** @type {boolean} */ ofAll) =>
    compiledPackages(packages, platform, ofAll).filter((folder) => !existsSync(folder));
  // A package that was half written looks complete to npm, and so does a folder from another platform.
  const isWhole =
    existsSync('node_modules/.package-lock.json') &&
    installed !== hasBegun &&
    absent(installed === everything).length === 0;
  if (isWhole && (installed === everything || (!all && installed === serving))) return;

  assertPlatform(packages, platform);
  const isAdding = isWhole && all && installed === serving;
  const label = isAdding ? 'Adding the packages of tests and checks, once' : 'Installing packages';
  // What is installed runs here, whatever npm is configured for.
  const here = ['--include=optional', `--os=${platform.os}`, `--cpu=${platform.cpu}`];
  const wanted = all ? [] : ['--omit=dev', ...node];
  await phase(label, async () => {
    if (!isWhole) rmSync('node_modules', { recursive: true, force: true });
    assertSpace(existsSync('node_modules') ? 0.5 : 1);
    mkdirSync('node_modules', { recursive: true });
    writeFileSync(mark, hasBegun);
    const { code, output } = await run('npm', [...installation, ...here, ...wanted]);
    if (code !== 0) throw new Error(explain(output));
    assertCompiled(absent(all));
    writeFileSync(mark, all ? everything : serving);
  });
}

/**
 * The viewer of the API reference is one file of a package whose 240 MB of dependencies no one here
 * needs: npm fetches the package alone.
 */
const reference = {
  name: '@scalar/api-reference@1.72.1',
  file: 'package/dist/browser/standalone.js',
  sha512:
    'b54dc9e1eb84a3995720ccb8d871782944ddba777300cb87a0ec366745aab8d01b76280b55d0323863c92680a686248d5519d281f36a6c1d5576221f3404c432',
  path: 'node_modules/.cache/scalar/standalone.js',
  /** What the page loads. */
  mended: 'node_modules/.cache/scalar/mended/standalone.js',
};

/** How the viewer makes its `main` elements. Ours is around them, and a page has one. */
const mains = { made: '(`main`,', times: 2, instead: '(`section`,' };

/** @throws Error when a new version of the viewer makes them in another way */
function mendReference() {
  const { path, mended, name } = reference;
  const parts = readFileSync(path, 'utf8').split(mains.made);
  if (parts.length !== mains.times + 1)
    throw new Error(`${name} makes other main elements than it did: see scripts/packages.mjs`);
  const text = parts.join(mains.instead);
  if (existsSync(mended) && readFileSync(mended, 'utf8') === text) return;

  mkdirSync(dirname(mended), { recursive: true });
  writeFileSync(mended, text);
}

/** @param {string} path */
const sha512 = (path) => createHash('sha512').update(readFileSync(path)).digest('hex');

/** @throws Error with one line for the terminal */
export async function fetchReference() {
  const { path, sha512: reviewed } = reference;
  if (!existsSync(path) || sha512(path) !== reviewed) await fetchBundle();
  mendReference();
}

async function fetchBundle() {
  const { name, file, path } = reference;
  const folder = mkdtempSync(join(tmpdir(), 'leadgate-reference-'));
  try {
    await phase('Fetching the viewer of the API reference', async () => {
      const args = ['pack', name, '--pack-destination', folder, '--loglevel=error'];
      const { code, output } = await run('npm', args);
      if (code !== 0) throw new Error(explain(output));
      const [archive = ''] = readdirSync(folder);
      const unpacked = await run('tar', ['-xzf', join(folder, archive), '-C', folder, file]);
      if (unpacked.code !== 0) throw new Error(`${name} cannot be unpacked: ${unpacked.output}`);
      if (sha512(join(folder, file)) !== reference.sha512)
        throw new Error(`${name} is not the file that was reviewed: its SHA-512 differs`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, readFileSync(join(folder, file)));
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
