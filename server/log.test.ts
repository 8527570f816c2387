import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { hostname } from 'node:os';
import { expect, it } from 'vitest';

/** Runs a program that logs, with its standard error there. */
const run = (program: string, stderr: 'pipe' | number) =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { createLogger } from '${new URL('./log.ts', import.meta.url)}';\n${program}`,
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', stderr], timeout: 20_000 },
  );

it('says in each line which process wrote it, the last one before the end too', () => {
  const { pid, stderr } = run(
    "createLogger('info', () => 3001).info('last'); process.exit(0)",
    'pipe',
  );
  expect(JSON.parse(stderr)).toMatchObject({ pid, instance: `${hostname()}:3001`, msg: 'last' });
});

it.runIf(process.platform === 'linux')('drops lines that a full disk does not take', () => {
  const program = `
    const log = createLogger('info');
    for (let n = 0; n < 10_000; n += 1) log.info({ text: 'x'.repeat(1_000) }, 'line');
    setTimeout(() => { log.info('later'); console.log('goes on'); }, 100);`;
  const { stdout, status } = run(program, openSync('/dev/full', 'w'));
  expect([stdout, status]).toEqual(['goes on\n', 0]);
});
