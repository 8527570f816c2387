// Packages that tests run in versions or sizes that this project does not install for itself.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { explain } from './packages.mjs';
import { run } from './run.mjs';

/**
 * By name, the packages of a folder with their versions. Those of package.json are the current ones of
 * the generators.
 *
 * @type {Record<string, Record<string, string>>}
 */
const tools = {
  n8n: { n8n: '2.41.1' },
  'previous generators': {
    '@hey-api/openapi-ts': '0.98.2',
    'openapi-typescript': '6.7.6',
    orval: '7.21.0',
  },
};
export const toolNames = Object.keys(tools);

const folderOf = (/** @type {string} */ name) =>
  resolve('node_modules/.cache/tools', name.replaceAll(' ', '-'));
const manifestOf = (/** @type {string} */ name) =>
  JSON.stringify({ private: true, dependencies: tools[name] });

/** npm writes its own list last. */
export function isToolInstalled(/** @type {string} */ name) {
  const manifest = join(folderOf(name), 'package.json');
  return (
    existsSync(join(folderOf(name), 'node_modules/.package-lock.json')) &&
    readFileSync(manifest, 'utf8') === manifestOf(name)
  );
}

/**
 * @param {string} name
 * @throws Error with one line for the terminal
 */
export async function installTool(name) {
  const folder = folderOf(name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), manifestOf(name));
  // No scripts: they compile what n8n only needs without PostgreSQL.
  const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
  const { code, output } = await run('npm', [...args, '--loglevel=error']);
  if (code !== 0) throw new Error(`${name}: ${explain(output)}`);
}

/**
 * A file of a tool's packages.
 *
 * @param {string} name
 * @param {string} path below `node_modules`
 * @throws Error where the tool is missing
 */
export function toolFile(name, path) {
  if (!isToolInstalled(name))
    throw new Error(`${name} must be installed: run npm run test:full, which does it`);
  return join(folderOf(name), 'node_modules', path);
}
