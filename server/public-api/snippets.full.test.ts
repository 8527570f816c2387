import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeSnippets, type SnippetId } from '#app/_snippets/snippets.ts';
import { withTestDatabase } from '#db/testing.ts';
import { isExpected } from '#server/testing/interpreters.ts';
import { createTenant, type Tenant } from '#server/testing/tenant.ts';
import { withWebServer } from '#server/testing/web-server.ts';

const base = withTestDatabase();
const web = withWebServer(() => base.url);
const run = promisify(execFile);
let tenant: Tenant;
/** Keys are sent from an environment, and as text. */
const given = [true, false] as const;

beforeAll(async () => {
  tenant = await createTenant(base.db, { host: '127.0.0.1' });
});
beforeEach(() => base.sql`delete from leads where company_id = ${tenant.companyId}`);

function snippet(id: SnippetId, withSecret: boolean) {
  const baseUrl = `http://127.0.0.1:${web.port}/api`;
  const secret = withSecret ? tenant.secret : undefined;
  const found = makeSnippets({ baseUrl, stepId: tenant.stepId, secret }).find(
    (each) => each.id === id,
  );

  return { code: found?.code ?? '', settings: found?.settings ?? [] };
}

/** Runs a program that sends the lead. */
const execute = (file: string, ...args: string[]) =>
  run(file, args, { env: { ...process.env, LEADGATE_KEY: tenant.secret } });

async function expectOneLead() {
  const stored = await base.sql`
    select name, phones from leads
    where company_id = ${tenant.companyId} and step_id = ${tenant.stepId}`;
  expect([...stored]).toEqual([{ name: 'Ada Lovelace', phones: ['442079460958'] }]);
}

function isInstalled(file: string, ...args: string[]): boolean {
  try {
    execFileSync(file, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The arguments of a command of the Windows Command Prompt, as its programs read them. */
function windowsArguments(command: string): string[] {
  const line = command
    .replaceAll('^\n', '')
    .replaceAll(/%(\w+)%/g, (_, name) => (name === 'LEADGATE_KEY' ? tenant.secret : ''));
  const words = line.match(/"(?:\\"|[^"])*"|[^\s"]+/g) ?? [];

  return words.map((word) => word.replace(/^"(.*)"$/, '$1').replaceAll('\\"', '"'));
}

const folder = mkdtempSync(join(tmpdir(), 'snippets-'));
afterAll(() => rmSync(folder, { recursive: true }));

function asFile(name: string, code: string): string {
  const path = join(folder, name);
  writeFileSync(path, code);
  return path;
}

/** Languages whose programs a machine may lack. */
const languages = [
  {
    id: 'python',
    program: 'python3',
    probe: ['--version'],
    run: (code: string) => ['-c', code],
  },
  {
    id: 'php',
    program: 'php',
    probe: ['-r', 'exit(extension_loaded("curl") ? 0 : 1);'],
    run: (code: string) => ['-r', code.replace('<?php', '')],
  },
  {
    id: 'go',
    program: 'go',
    probe: ['version'],
    run: (code: string) => ['run', asFile('lead.go', code)],
  },
  {
    id: 'java',
    program: 'java',
    probe: ['--source', '17', '--version'],
    run: (code: string) => [asFile('CreateLead.java', code)],
  },
  {
    id: 'ruby',
    program: 'ruby',
    probe: ['--version'],
    run: (code: string) => ['-e', code],
  },
  {
    id: 'powershell',
    program: 'pwsh',
    probe: ['-Version'],
    run: (code: string) => ['-NoProfile', '-Command', code],
  },
] as const;
const missing = new Set<string>(
  languages
    .filter(({ program, probe }) => !isInstalled(program, ...probe) && !isExpected(program))
    .map(({ id }) => id),
);

describe.each(given)('with the key in the code: %s', (withSecret) => {
  test('the curl command creates one lead', async () => {
    const { stdout } = await execute('bash', '-c', snippet('curl', withSecret).code);
    expect(stdout).toContain('Lead created successfully');
    await expectOneLead();
  });

  test('the cmd command creates one lead', async () => {
    const [, ...args] = windowsArguments(snippet('cmd', withSecret).code);
    const { stdout } = await execute('curl', ...args);
    expect(stdout).toContain('Lead created successfully');
    await expectOneLead();
  });

  test('the JavaScript code creates one lead', async () => {
    const { code } = snippet('javascript', withSecret);
    const { stdout } = await execute(process.execPath, '--input-type=module', '-e', code);
    expect(stdout).toContain('201');
    await expectOneLead();
  });

  for (const { id, program, run } of languages) {
    test.skipIf(missing.has(id))(`the code for ${id} creates one lead`, async () => {
      await execute(program, ...run(snippet(id, withSecret).code));
      await expectOneLead();
    });
  }
});

/** The parameters of an HTTP Request node that a JSON request needs. */
const httpRequestNode = z.object({
  type: z.literal('n8n-nodes-base.httpRequest'),
  typeVersion: z.number(),
  parameters: z.object({
    method: z.string(),
    url: z.url(),
    sendHeaders: z.literal(true),
    headerParameters: z.object({
      parameters: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
    sendBody: z.literal(true),
    specifyBody: z.literal('json'),
    jsonBody: z.string(),
  }),
});

test('the n8n node creates one lead', async () => {
  const { nodes } = z
    .object({ nodes: z.tuple([httpRequestNode]), connections: z.object({}) })
    .parse(JSON.parse(snippet('n8n', true).code));
  const { method, url, headerParameters, jsonBody } = nodes[0].parameters;
  const headers = headerParameters.parameters.map(({ name, value }) => [name, value] as const);
  /* n8n parses the text and sends it as JSON. */
  const answer = await fetch(url, {
    method,
    headers: [
      ...headers.map(([name, value]): [string, string] => [name, value]),
      ['Content-Type', 'application/json'],
    ],
    body: JSON.stringify(JSON.parse(jsonBody)),
  });

  expect(answer.status).toBe(201);
  await expectOneLead();
});

test('the values for Zapier create one lead', async () => {
  const { settings } = snippet('zapier', true);
  const settingOf = (field: string) => settings.find((each) => each.field === field)?.value ?? '';
  const answer = await fetch(settingOf('URL'), {
    method: settingOf('Method'),
    headers: {
      'Content-Type': settingOf('Headers: Content-Type'),
      'X-API-Key': settingOf('Headers: X-API-Key'),
    },
    body: settingOf('Data'),
  });

  expect(answer.status).toBe(201);
  await expectOneLead();
});

test('the values for Make create one lead', async () => {
  const { settings } = snippet('make', true);
  const settingOf = (field: string) => settings.find((each) => each.field === field)?.value ?? '';
  expect(settingOf('Credentials: API key placement')).toBe('Header');
  const answer = await fetch(settingOf('URL'), {
    method: settingOf('Method'),
    headers: {
      'Content-Type': settingOf('Body content type'),
      [settingOf('Credentials: API key parameter name')]: settingOf('Credentials: Key'),
    },
    body: settingOf('Body content'),
  });

  expect(answer.status).toBe(201);
  await expectOneLead();
});
