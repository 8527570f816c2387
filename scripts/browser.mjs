// Finds the Chromium that tests and screenshots use. Plain JavaScript, as `prepare.mjs` needs it.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Chromium without the browser around the page: two thirds of the processor's time. */
const headlessShell = 'chromium-headless-shell';
const names = [
  headlessShell,
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

export const isExecutable = (/** @type {string} */ path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Playwright's own download, if it is there. */
async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

/**
 * `PLAYWRIGHT_CHROMIUM_PATH`, then an installed Chromium or Chrome, then Playwright's own.
 *
 * @returns {Promise<string | undefined>}
 */
export async function findBrowser() {
  const given = process.env.PLAYWRIGHT_CHROMIUM_PATH;
  if (given) return given;

  const folders = (process.env.PATH ?? '').split(delimiter);
  const installed = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...installed, ...applications].find(isExecutable) ?? (await playwrightsOwn());
}

/** Debian's package, when root; else Playwright's own download. */
export function installBrowser() {
  const isDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (/** @type {string} */ command, /** @type {string[]} */ ...args) =>
    spawnSync(command, args, { env, encoding: 'utf8', shell: process.platform === 'win32' });

  // A list that cannot be refreshed may still hold the package: the installation decides.
  if (isDebian) run('apt-get', 'update', '-qq');
  const { status, stderr } = isDebian
    ? run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', headlessShell)
    : run('npx', 'playwright', 'install', 'chromium');
  if (status === 0) return;

  // Node prints an error before its stack and properties, apt-get after its warnings.
  const lines = stderr?.trim().split('\n') ?? [];
  const why = lines.find((line) => line.startsWith('Error: ')) ?? lines.at(-1);
  throw new Error(
    `No Chromium for the browser tests: install one, or set PLAYWRIGHT_CHROMIUM_PATH (${why})`,
  );
}

/**
 * Chromium takes the last list of these only, so it repeats Playwright's. The first two open a page of
 * their own in each window, for the address bar, which took a quarter of the time of the browser tests.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/**
 * A page of a test lives for seconds: V8 compiles what is called (without the hint of ADR 58) and
 * optimizes nothing, which saves a tenth to a quarter of the processor's time.
 */
const compiler = ['--no-compile-hints-magic', '--no-maglev', '--no-opt'];

/** Keeps Chromium from calling home, and lets root start it. */
export const browserArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  `--disable-features=${disabledFeatures.join(',')}`,
  `--js-flags=${compiler.join(',')}`,
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
