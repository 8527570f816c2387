import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { isExpected } from '#server/testing/interpreters.ts';
import { createTenant, type Tenant } from '#server/testing/tenant.ts';
import { withWebServer } from '#server/testing/web-server.ts';

const pages = 'app/features/docs/content';
const base = withTestDatabase();
const web = withWebServer(() => base.url);
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'documented-'));
let tenant: Tenant;

beforeAll(async () => {
  tenant = await createTenant(base.db, { host: '127.0.0.1' });
});
beforeEach(() => base.sql`delete from leads where company_id = ${tenant.companyId}`);
afterAll(() => rmSync(folder, { recursive: true }));

interface Fence {
  /** Page and line. */
  place: string;
  /** The heading above it. */
  section: string;
  language: string;
  info: string;
  code: string;
}

const fencePattern = /^```(\w+)([^\n]*)\n(.*?)^```$/gms;

const fences: Fence[] = readdirSync(pages)
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) => {
    const text = readFileSync(join(pages, file), 'utf8');
    return [...text.matchAll(fencePattern)].map((match) => ({
      place: `${file}:${text.slice(0, match.index).split('\n').length}`,
      section: [...text.slice(0, match.index).matchAll(/^#+ (.*)$/gm)].at(-1)?.[1] ?? '',
      language: match[1] ?? '',
      info: match[2]?.trim() ?? '',
      code: match[3] ?? '',
    }));
  });

function asFile(name: string, code: string): string {
  const path = join(folder, name);
  writeFileSync(path, code);
  return path;
}

/** The typed client is published as a package, and is here as its sources. */
const withSources = (code: string) =>
  code.replace("'@leadgate/client'", `'${pathToFileURL('client/src/index.ts')}'`);

/** The arguments of the program of each language that is run. */
const languages: Record<string, { program: string; args: (code: string) => string[] }> = {
  sh: { program: 'bash', args: (code) => ['-ec', code] },
  powershell: { program: 'pwsh', args: (code) => ['-NoProfile', '-Command', code] },
  js: { program: process.execPath, args: (code) => ['--input-type=module', '-e', code] },
  ts: { program: process.execPath, args: (code) => [asFile('code.mts', withSources(code))] },
  python: { program: 'python3', args: (code) => ['-c', code] },
  php: { program: 'php', args: (code) => [asFile('code.php', code)] },
  go: { program: 'go', args: (code) => ['run', asFile('code.go', code)] },
  java: { program: 'java', args: (code) => [asFile('Code.java', code)] },
  ruby: { program: 'ruby', args: (code) => ['-e', code] },
};

function isInstalled(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const inPlace = (code: string, port = web.port) =>
  code
    .replaceAll('{{base_url}}', `http://127.0.0.1:${port}/api`)
    .replaceAll('{{step_id}}', tenant.stepId);

const isProgram = ({ language }: Fence) => language in languages;

const missing = new Set(
  Object.values(languages)
    .map(({ program }) => program)
    .filter((program) => !isInstalled(program) && !isExpected(program)),
);
/** A test that is skipped, and counted, where the program of the code is missing. */
const testOf = ({ language }: Fence) =>
  test.skipIf(missing.has(languages[language]?.program ?? ''));

async function execute({ language, code }: Fence, port?: number): Promise<void> {
  const { program, args } = languages[language] ?? expect.fail();
  await run(program, args(inPlace(code, port)), {
    cwd: folder,
    env: { ...process.env, LEADGATE_KEY: tenant.secret },
  });
}

async function countLeads(): Promise<number> {
  const rows = await base.sql`
    select count(*)::int as count from leads where company_id = ${tenant.companyId}`;
  return rows[0]?.count;
}

/** How many leads the code is to create. */
const leadsOf = ({ info }: Fence) => Number(/leads=(\d+)/.exec(info)?.[1] ?? 1);

for (const fence of fences.filter(isProgram)) {
  testOf(fence)(`${fence.place} (${fence.language}) creates its leads`, async () => {
    await execute(fence);

    expect(await countLeads()).toBe(leadsOf(fence));
  });
}

test('the command of README.md creates one lead', async () => {
  const [, command = ''] =
    /^```sh\n(curl .*?)^```$/ms.exec(readFileSync('README.md', 'utf8')) ?? [];
  const code = command
    .replace('http://localhost:3000/api', '{{base_url}}')
    .replace('STEP_ID', '{{step_id}}')
    .replace('lk_…', tenant.secret);
  await execute({ place: 'README.md', section: '', language: 'sh', info: '', code });

  expect(await countLeads()).toBe(1);
});

/** A server in front of the API, on a port of its own. */
async function withServer(answer: RequestListener, use: (port: number) => Promise<void>) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  await use((server.address() as AddressInfo).port);
  server.closeAllConnections();
  server.close();
}

describe('code with retries', () => {
  const recipes = fences.filter((fence) => fence.section === 'Retries' && isProgram(fence));

  describe.each(recipes)('at $place ($language)', (fence) => {
    testOf(fence)('creates no second lead after failures', async () => {
      let requests = 0;
      await withServer(
        async (request, response) => {
          requests += 1;
          if (requests === 2) {
            response.writeHead(503, { 'Retry-After': '1' }).end('{"success":false}');
            return;
          }
          const chunks = await request.toArray();
          const sent = ['x-api-key', 'content-type', 'idempotency-key'];
          const answer = await fetch(`http://127.0.0.1:${web.port}${request.url}`, {
            method: 'POST',
            headers: Object.fromEntries(
              sent.map((name) => [name, String(request.headers[name] ?? '')]),
            ),
            body: Buffer.concat(chunks),
          });
          const text = await answer.text();
          /* The lead is stored, and its sender never learns of it. */
          if (requests === 1) request.socket.destroy();
          else response.writeHead(answer.status).end(text);
        },
        (port) => execute(fence, port),
      );

      expect([requests, await countLeads()]).toEqual([3, leadsOf(fence)]);
    });

    testOf(fence)('fails at once when it is refused', async () => {
      let requests = 0;
      await withServer(
        (_, response) => {
          requests += 1;
          response.writeHead(400).end('{"success":false,"error":"name: is required"}');
        },
        async (port) => {
          await expect(execute(fence, port)).rejects.toThrow();
        },
      );

      expect(requests).toBe(1);
    });
  });
});

describe('the JSON of the documentation', () => {
  const post = (body: string) =>
    fetch(inPlace('{{base_url}}/leads/public/{{step_id}}'), {
      method: 'POST',
      headers: { 'X-API-Key': tenant.secret, 'Content-Type': 'application/json' },
      body,
    });
  const json = fences.filter(({ language }) => language === 'json');

  test.each(json)('$place is JSON', ({ code }) => {
    expect(() => JSON.parse(code)).not.toThrow();
  });

  test.each(json.filter(({ info }) => info === 'lead'))('$place is a lead', async ({ code }) => {
    const answer = await post(code);
    expect([answer.status, await countLeads()], await answer.text()).toEqual([201, 1]);
  });

  test.each(json.filter(({ info }) => info === 'refused'))(
    '$place is refused',
    async ({ code }) => {
      const { status } = await post(code);
      expect([Math.floor(status / 100), await countLeads()]).toEqual([4, 0]);
    },
  );
});
