import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs the faults of docs/reliability.md, each a few times, or with `--long` as often as that page
 * says, and prints what was measured. Other arguments go to vitest.
 */
const isLong = process.argv.includes('--long');
const given = process.argv.slice(2).filter((argument) => argument !== '--long');
const folder = mkdtempSync(join(tmpdir(), 'leadgate-faults-'));
const figures = join(folder, 'figures');

const code = await new Promise<number>((resolve) => {
  // In the long form one file after another: what is measured shall be the product, not its neighbours.
  const alone = isLong ? ['--no-file-parallelism'] : [];
  const args = ['run', '--project', 'faults', ...alone, ...given];
  const child = spawn('vitest', args, {
    env: {
      ...process.env,
      LEADGATE_FAULTS: isLong ? 'long' : 'short',
      LEADGATE_FIGURES: figures,
    },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  child.on('error', () => resolve(1));
  child.on('close', (ended) => resolve(ended ?? 1));
});

interface Figure {
  check: number;
  what: string;
  measured: string;
}
const measured: Figure[] = existsSync(figures)
  ? readFileSync(figures, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : [];
console.log('\n| check | what | measured |\n|---|---|---|');
for (const figure of measured.sort((a, b) => a.check - b.check))
  console.log(`| ${figure.check} | ${figure.what} | ${figure.measured} |`);

rmSync(folder, { recursive: true });
process.exitCode = code;
