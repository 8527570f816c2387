import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeSnippets, type SnippetId } from '#app/features/snippets/snippets.ts';
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

  return { code: found?.code?.text ?? '', settings: found?.settings ?? [] };
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
  const variables: Record<string, string> = {
    LEADGATE_KEY: tenant.secret,
    RANDOM: '20482',
    TIME: '09:15:34,45',
  };
  const line = command
    .replaceAll('^\n', '')
    .replaceAll(/%(\w+)(?:: =0)?%/g, (_, name) => variables[name] ?? '');
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

/** A submission as a trigger gives it, which would break JSON that is written as text. */
const submission: Record<string, unknown> = {
  'full name': 'Grace "Amazing" O\'Hopper \\',
  'phone number': 12125550187,
  'email address': '',
  message: 'First line\nsecond\tline',
  'ID of the submission': 4711,
};

/** The value of a field of the form, with what is chosen from the trigger. */
function entered({ settings }: ReturnType<typeof snippet>, field: string): unknown {
  const found = settings.find((each) => each.field === field);
  if (!found) expect.fail(`There is no field ${field}`);
  const { value, trigger } = found;
  if (trigger === undefined) return value;
  return value === undefined ? submission[trigger] : `${value}${submission[trigger]}`;
}

/** The object of the fields with a prefix, of which the tool makes JSON. */
const objectOf = (form: ReturnType<typeof snippet>, prefix: string) =>
  Object.fromEntries(
    form.settings
      .filter(({ field }) => field.startsWith(`${prefix}: `))
      .map(({ field }) => [field.replace(`${prefix}: `, ''), entered(form, field)]),
  );

test.each([
  { id: 'zapier', body: 'Data', key: 'Headers: X-API-Key' },
  { id: 'make', body: 'Body content', key: 'Credentials: Key' },
] as const)('the values for $id create one lead, also when sent twice', async (tool) => {
  const form = snippet(tool.id, true);
  const call = () =>
    fetch(String(entered(form, 'URL')), {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-API-Key': String(entered(form, tool.key)),
        'Idempotency-Key': String(entered(form, 'Headers: Idempotency-Key')),
      },
      body: JSON.stringify(objectOf(form, tool.body)),
    });
  expect([(await call()).status, (await call()).status]).toEqual([201, 201]);

  const stored = await base.sql`
    select name, phones, email, message, external_lead_id from leads
    where company_id = ${tenant.companyId}`;
  expect([...stored]).toEqual([
    {
      name: 'Grace "Amazing" O\'Hopper \\',
      phones: ['12125550187'],
      email: null,
      message: 'First line\nsecond\tline',
      external_lead_id: '4711',
    },
  ]);
});
