import { spawn } from 'node:child_process';

/**
 * Everything that needs no database and no browser. It needs a build. All steps run, so that one call
 * reports all problems.
 * `--without-tests` is for `npm test`, which runs and counts the unit tests itself.
 */
const unitTests = { 'unit tests': ['vitest', 'run', '--project', 'unit', '--reporter=dot'] };
const steps: Record<string, string[]> = {
  'format and lint': ['biome', 'ci', '--colors=off'],
  types: ['tsc', '--noEmit', '--pretty', 'false'],
  'types of the client': ['tsc', '--noEmit', '--pretty', 'false', '--project', 'client'],
  layers: [
    'depcruise',
    '--config',
    '.dependency-cruiser.mjs',
    'app',
    'client',
    'server',
    'db',
    'e2e',
    'bench',
    'scripts',
  ],
  'dead code': ['knip', '--no-progress'],
  documents: ['node', 'scripts/check-documents.ts'],
  'first load': ['node', 'scripts/check-first-load.ts'],
  ...(process.argv.includes('--without-tests') ? {} : unitTests),
};

interface Outcome {
  name: string;
  ok: boolean;
  output: string;
}

function run(name: string, [command = '', ...args]: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { shell: process.platform === 'win32' });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk;
      });
    }
    child.on('error', (error) => resolve({ name, ok: false, output: error.message }));
    child.on('close', (code) => resolve({ name, ok: code === 0, output }));
  });
}

const names = Object.keys(steps);
const outcomes = await Promise.all(names.map((name) => run(name, steps[name] ?? [])));
for (const { name, ok, output } of outcomes) {
  console.log(`${ok ? '✓' : '✗'} ${name}`);
  if (!ok) console.log(output.trimEnd());
}

const failed = outcomes.filter(({ ok }) => !ok).length;
console.log(`${outcomes.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
