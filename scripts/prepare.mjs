// Runs before `npm start`, `npm test` and the like, on any Node from 20 on: installs what is
// missing and builds what is out of date, so that one command is enough.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { phase } from '../server/process/progress.mjs';
import { findBrowser, installBrowser } from './browser.mjs';
import { fetchProgram, findProgram, installProgram } from './debian-program.mjs';
import { fetchReference, installPackages } from './packages.mjs';
import { run } from './run.mjs';
import { installTool, isToolInstalled, toolNames } from './tools.mjs';

const wanted = new Set(process.argv.slice(2));
/** What tests run beside the product. */
const programs = ['nginx', 'haproxy', 'pgbouncer'];
/** What runs the code of the documentation, with Debian's packages. */
const interpreters = [
  { name: 'python3', packages: ['python3'] },
  { name: 'php', packages: ['php-cli', 'php-curl'] },
  { name: 'ruby', packages: ['ruby'] },
  { name: 'go', packages: ['golang-go'] },
];
const buildMark = '.next/leadgate-sources';
const sourceFolders = ['app', 'server', 'db', 'client/src'];
const sourceFiles = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'next.config.ts',
  'postcss.config.mjs',
  'instrumentation.ts',
  'proxy.ts',
  'client/package.json',
  'client/tsconfig.json',
  'client/README.md',
  'client/LICENSE',
];

/** A mark of every source of the build: what matters is content, since git sets times anew. */
function sourceMark() {
  const hash = createHash('sha256');
  const inFolders = sourceFolders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const file of [...sourceFiles, ...inFolders.sort()]) {
    if (existsSync(file)) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

const isBuilt = (/** @type {string} */ mark) =>
  existsSync('.next/BUILD_ID') && existsSync(buildMark) && readFileSync(buildMark, 'utf8') === mark;

/**
 * Lets a browser compile whole chunks beside the main thread while they load, instead of each function
 * on the main thread at its first call (https://v8.dev/blog/explicit-compile-hints).
 */
function compileChunksAtOnce() {
  const folder = '.next/static/chunks';
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.js'))) {
    const file = join(folder, name);
    writeFileSync(file, `//# allFunctionsCalledOnLoad\n${readFileSync(file, 'utf8')}`);
  }
}

const isDiskFull = (/** @type {string} */ output) => /ENOSPC|No space left/.test(output);

/** @param {string} output of the build */
const explainBuild = (output) =>
  isDiskFull(output)
    ? 'The panel cannot be built: the disk is full. Free 1 GB and run the command again'
    : `The panel cannot be built:\n${output.trim().split('\n').slice(-20).join('\n')}`;

/**
 * Packs the client into a folder, as it would be published. The product serves the file at `/client.tgz`.
 *
 * @param {string} folder
 * @throws Error with what npm says
 */
async function packClient(folder) {
  const args = ['pack', './client', '--pack-destination', folder, '--loglevel=error'];
  const { code, output } = await run('npm', args);
  if (code !== 0) throw new Error(`The client cannot be packed:\n${output.trim()}`);
}

/** @param {(line: string) => void} show */
async function buildPanel(show) {
  const { code, output } = await run('node', ['node_modules/next/dist/bin/next', 'build'], show);
  if (code !== 0) throw new Error(explainBuild(output));
  compileChunksAtOnce();
}

async function build() {
  const mark = sourceMark();
  if (isBuilt(mark)) return;

  // Beside `.next`, which the build empties, so that the file can be moved there.
  mkdirSync('.cache', { recursive: true });
  const folder = mkdtempSync(resolve('.cache', 'client-package-'));
  try {
    await phase('Building the panel', async (show) => {
      const packing = packClient(folder);
      packing.catch(() => {});
      await buildPanel(show);
      await packing;
      const [name = ''] = readdirSync(folder);
      renameSync(join(folder, name), '.next/client.tgz');
      writeFileSync(buildMark, mark);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  await installPackages(wanted.has('--all'));
  if (wanted.has('--browser') && !(await findBrowser())) {
    // Without it the browser tests are skipped, and counted as such.
    await phase('Installing Chromium', async () => installBrowser()).catch((error) =>
      console.error(error instanceof Error ? error.message : error),
    );
  }
  if (wanted.has('--programs')) {
    for (const name of programs.filter((each) => !findProgram(each))) {
      // Where one cannot be had, its test fails and says why; the others run.
      await phase(`Fetching ${name}`, async () => fetchProgram(name)).catch(() => {});
    }
    for (const name of toolNames.filter((each) => !isToolInstalled(each))) {
      await phase(`Installing ${name} for its tests`, async () => installTool(name)).catch(
        (error) => console.error(error instanceof Error ? error.message : error),
      );
    }
    for (const { name, packages } of interpreters.filter((each) => !findProgram(each.name))) {
      // Without one, the tests of its code are skipped, or fail where it can be installed.
      await phase(`Installing ${name}`, async () => installProgram(name, packages)).catch((error) =>
        console.error(error instanceof Error ? error.message : error),
      );
    }
  }
  if (wanted.has('--build')) {
    await fetchReference();
    await build();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
