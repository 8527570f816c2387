import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Leadgate, startLeadgate } from '../../server/testing/start-leadgate.ts';
import { withApi } from './api.ts';

const api = withApi();
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'leadgate-client-'));
const installed = join(folder, 'node_modules', '@leadgate', 'client');

let server: Leadgate;
/** Of a key that may read leads too. */
let secret: string;

/** Installs the package as readers of the documentation do. */
beforeAll(async () => {
  ({ secret } = await api.tenant.newKey({ permissions: ['leads:create', 'leads:read'] }));
  server = await startLeadgate({ databaseUrl: api.databaseUrl }).ready;
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const cache = join(folder, '.npm');
  await run('npm', ['install', `${address()}/client.tgz`, '--no-audit', '--cache', cache], {
    cwd: folder,
  });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const address = () => `http://127.0.0.1:${server.port}`;

const execute = (file: string, ...options: string[]) =>
  run(process.execPath, [...options, file], {
    cwd: folder,
    env: {
      ...process.env,
      LEADGATE_URL: `${address()}/api`,
      LEADGATE_KEY: secret,
      STEP_ID: api.tenant.stepId,
    },
  });

it('has the integrity that the documentation names', async () => {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const page = await fetch(`${address()}/docs/typed-client.md`);
  const { integrity } = packages['node_modules/@leadgate/client'];
  expect(await page.text()).toContain(`\n${integrity}\n`);
});

it('holds what is published and nothing else', () => {
  const files = readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name.replace(/^.*?(?=\.d\.ts$|\.js$)/, '*'));
  expect([...new Set(files)].sort()).toEqual([
    '*.d.ts',
    '*.js',
    'LICENSE',
    'README.md',
    'package.json',
  ]);
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect(manifest).not.toHaveProperty('dependencies');
});

it('creates a lead in plain Node', async () => {
  const name = api.newName();
  writeFileSync(
    join(folder, 'plain.js'),
    `import { createClient } from '@leadgate/client';
    const { LEADGATE_URL: baseUrl, LEADGATE_KEY: apiKey, STEP_ID } = process.env;
    const { lead } = await createClient({ baseUrl, apiKey }).createLead(STEP_ID, { name: '${name}' });
    console.log(lead.id);`,
  );
  const { stdout } = await execute('plain.js');
  expect(await api.sql`select id from leads where name = ${name}`).toEqual([{ id: stdout.trim() }]);
});

it('creates a lead where there are web standards only', async () => {
  const name = api.newName();
  writeFileSync(
    join(folder, 'worker.js'),
    `import { readFileSync } from 'node:fs';
    import { createContext, SourceTextModule } from 'node:vm';
    const web = { fetch, AbortController, AbortSignal, DOMException, Headers, Request, Response, URL,
      TextEncoder, crypto, performance, setTimeout, clearTimeout };
    const context = createContext({ ...web });
    const modules = new Map();
    const load = (path) => {
      if (!modules.has(path)) modules.set(path, new SourceTextModule(readFileSync(path, 'utf8'), { context, identifier: path }));
      return modules.get(path);
    };
    const root = '${join(installed, 'dist')}/';
    const client = load(root + 'index.js');
    await client.link((specifier) => load(root + specifier.replace('./', '')));
    await client.evaluate();
    const { LEADGATE_URL: baseUrl, LEADGATE_KEY: apiKey, STEP_ID } = process.env;
    const { createLeads } = client.namespace.createClient({ baseUrl, apiKey });
    await createLeads(STEP_ID, [{ name: '${name}' }, { name: '${name}' }]);`,
  );
  await execute('worker.js', '--experimental-vm-modules');
  expect(await api.count(name)).toBe(2);
});

describe('the README', () => {
  const text = readFileSync('client/README.md', 'utf8');
  const snippets = Array.from(
    text.matchAll(/^```ts(?: leads=(\d+))?\n([\s\S]*?)^```$/gm),
    (match, n) => ({
      file: `snippet-${n}.ts`,
      leads: Number(match[1] ?? 1),
      code: match[2] ?? '',
    }),
  );
  beforeAll(() => {
    for (const { file, code } of snippets) writeFileSync(join(folder, file), code);
  });

  it('has snippets that compile', { timeout: 60_000 }, async () => {
    expect(snippets.length).toBeGreaterThan(3);
    const configuration = {
      compilerOptions: {
        noEmit: true,
        strict: true,
        target: 'es2022',
        module: 'nodenext',
        types: ['node'],
        typeRoots: [resolve('node_modules/@types')],
      },
      include: ['snippet-*.ts'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(configuration));
    const compiler = resolve('node_modules/typescript/bin/tsc');
    const { stdout } = await execute(compiler).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });

  it.each(snippets)('creates $leads leads with $file', async ({ file, leads }) => {
    await api.sql`delete from leads where company_id = ${api.tenant.companyId}`;
    const { stderr } = await execute(file);
    expect(stderr).toBe('');
    expect(await api.count('')).toBe(leads);
  });

  it('documents every option', () => {
    const declared = readFileSync('client/src/options.ts', 'utf8');
    const bodies = Array.from(
      declared.matchAll(/interface \w+Options[^{]*\{([\s\S]*?)\n\}/g),
      ([, body]) => body,
    );
    const names = Array.from(bodies.join().matchAll(/^ {2}(\w+)\??:/gm), ([, name]) => name);
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) expect(text).toContain(`\n| \`${name}\` |`);
  });
});
