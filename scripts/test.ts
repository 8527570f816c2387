import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findBrowser } from './browser.mjs';

/**
 * What `npm test` runs, in this order. Each part leaves its real counts. `--full` adds the tests that
 * start other programs, every way to serve the API, and the audit of every screen in both themes at
 * every width.
 */
const isFull = process.argv.includes('--full');
const environment = { TEST_FULL: isFull ? '1' : '' };
const folder = mkdtempSync(join(tmpdir(), 'leadgate-results-'));
const vitestReport = join(folder, 'vitest.json');
const playwrightReport = join(folder, 'playwright.json');

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** Names of the failed tests. */
  names: string[];
}
const none: Counts = { passed: 0, failed: 0, skipped: 0, names: [] };

function run(
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
      process.stdout.write(chunk);
    });
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** A run that ends badly without naming a failed test still counts as one failure. */
function countCrashAsFailure(part: string, counts: Counts, code: number): Counts {
  if (code === 0 || counts.failed > 0) return counts;
  return { ...counts, failed: 1, names: [`${part} exited with ${code}`] };
}

/** The parts of vitest's report that are read here. */
interface VitestReport {
  numPassedTests?: number;
  numFailedTests?: number;
  numPendingTests?: number;
  numTodoTests?: number;
  testResults?: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}

/** The parts of Playwright's report that are read here. */
interface PlaywrightReport {
  stats?: { expected: number; flaky: number; unexpected: number; skipped: number };
  suites?: PlaywrightSuite[];
}
interface PlaywrightSuite {
  specs: { file: string; title: string; ok: boolean }[];
  suites?: PlaywrightSuite[];
}

function readReport<Report extends object>(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

async function check(): Promise<Counts> {
  const { code, output } = await run('node', ['scripts/check.ts', '--without-tests']);
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  const names = Number(failed ?? 0) > 0 ? ['scripts/check.ts'] : [];
  return countCrashAsFailure(
    'check',
    { passed: Number(passed ?? 0), failed: Number(failed ?? 0), skipped: 0, names },
    code,
  );
}

const failedInVitest = ({ testResults = [] }: VitestReport) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${relative('.', name)}: ${fullName}`),
  );

async function unitAndIntegration(): Promise<Counts> {
  const projects = isFull ? [] : ['--project=unit', '--project=integration'];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
  const { code } = await run('vitest', ['run', ...projects, ...reporters], environment);
  const report = readReport<VitestReport>(vitestReport) ?? {};
  return countCrashAsFailure(
    'vitest',
    {
      passed: report.numPassedTests ?? 0,
      failed: report.numFailedTests ?? 0,
      skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
      names: failedInVitest(report),
    },
    code,
  );
}

const failedInSuites = (suites: readonly PlaywrightSuite[]): string[] =>
  suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `e2e/${file}: ${title}`),
    ...failedInSuites(inner),
  ]);

async function endToEnd(): Promise<Counts> {
  const hasBrowser = (await findBrowser()) !== undefined;
  if (!hasBrowser) console.log('Without Chromium the browser tests are skipped');
  const args = hasBrowser ? ['--reporter=list,json'] : ['--list', '--reporter=json'];
  const { code } = await run('playwright', ['test', ...args], {
    ...environment,
    PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
  });
  const { stats, suites = [] } = readReport<PlaywrightReport>(playwrightReport) ?? {};
  if (!stats) return countCrashAsFailure('playwright', none, code);

  return countCrashAsFailure(
    'playwright',
    {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
      names: failedInSuites(suites),
    },
    code,
  );
}

const total = { ...none };
for (const part of [check, unitAndIntegration, endToEnd]) {
  const counts = await part();
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  total.names = [...total.names, ...counts.names];
}

for (const name of total.names) console.log(`failed: ${name}`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 ? 1 : 0;
