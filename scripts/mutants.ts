import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Mutant, mutants } from './mutant-list.ts';

/**
 * Breaks a copy of the code in one way after the other, runs the tests of `npm test` that should fail
 * then, and says which one did. Arguments select mutants by a part of their name.
 */
const folder = mkdtempSync(join(tmpdir(), 'leadgate-mutants-'));
const copy = join(folder, 'copy');
// Not those of the original: Playwright refuses to be loaded from two folders.
const bin = join(copy, 'node_modules/.bin');
const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };

const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { cwd: copy, env, encoding: 'utf8', maxBuffer: 100_000_000 });

/** A test of the output that failed. */
function failedTest(output: string): string | undefined {
  const plain = stripVTControlCharacters(output);
  return /^ FAIL\s+(.+)$/m.exec(plain)?.[1] ?? /^\s+(e2e\/.+?)[ ─]*$/m.exec(plain)?.[1];
}

function findMutant({ edits, tests, isBrowser }: Mutant): string | undefined {
  const originals = edits.map(([file]) => [file, readFileSync(join(copy, file), 'utf8')] as const);
  for (const [file, from, to] of edits) {
    const text = readFileSync(join(copy, file), 'utf8');
    if (!text.includes(from)) throw new Error(`${file} does not say ${from}`);
    writeFileSync(join(copy, file), text.replace(from, to));
  }
  if (isBrowser) run('node', 'scripts/prepare.mjs', '--build');
  const projects = ['--project=unit', '--project=integration'];
  const { status, stdout, stderr } = isBrowser
    ? run('playwright', 'test', '--reporter=line', ...tests)
    : run('vitest', 'run', ...projects, '--bail=1', ...tests);
  for (const [file, text] of originals) writeFileSync(join(copy, file), text);

  if (status === 0) return undefined;
  const test = failedTest(stdout + stderr);
  if (!test)
    throw new Error(`The tests did not run: ${stdout.slice(-2_000)}${stderr.slice(-2_000)}`);
  return test;
}

try {
  execFileSync('git', ['clone', '--quiet', '--local', '.', copy]);
  // Hard links: quick, and the copy writes to none of these files.
  execFileSync('cp', ['-al', 'node_modules', join(copy, 'node_modules')]);
  const wanted = process.argv.slice(2);
  const selected = mutants.filter(
    ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
  );
  let found = 0;
  for (const mutant of selected) {
    const test = findMutant(mutant);
    if (test) found += 1;
    console.log(`${test ? '✓' : '✗'} ${mutant.name}: ${test ?? 'no test failed'}`);
  }
  console.log(`${found} of ${selected.length} found`);
  process.exitCode = found === selected.length ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
