import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What `npm test` runs, in this order. Each leaves its real counts. */
const folder = mkdtempSync(join(tmpdir(), 'leadgate-results-'));
const vitestReport = join(folder, 'vitest.json');
const playwrightReport = join(folder, 'playwright.json');

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}
const none: Counts = { passed: 0, failed: 0, skipped: 0 };

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
function honest(counts: Counts, code: number): Counts {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function readReport(path: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

const count = (value: unknown) => (typeof value === 'number' ? value : 0);

async function check(): Promise<Counts> {
  const { code, output } = await run('node', ['scripts/check.ts', '--without-tests']);
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  return honest({ passed: Number(passed ?? 0), failed: Number(failed ?? 0), skipped: 0 }, code);
}

async function unitAndIntegration(): Promise<Counts> {
  const { code } = await run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
  ]);
  const report = readReport(vitestReport);
  const skipped = count(report.numPendingTests) + count(report.numTodoTests);
  return honest(
    { passed: count(report.numPassedTests), failed: count(report.numFailedTests), skipped },
    code,
  );
}

async function endToEnd(): Promise<Counts> {
  const { code } = await run('playwright', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
  });
  const { stats } = readReport(playwrightReport);
  if (typeof stats !== 'object' || stats === null) return honest(none, code);

  const numbers = new Map(Object.entries(stats));
  const passed = count(numbers.get('expected')) + count(numbers.get('flaky'));
  return honest(
    { passed, failed: count(numbers.get('unexpected')), skipped: count(numbers.get('skipped')) },
    code,
  );
}

const total = { ...none };
for (const part of [check, unitAndIntegration, endToEnd]) {
  const counts = await part();
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}

const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 ? 1 : 0;
