import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the command of the README shows the browser tests in a browser of the reader', async () => {
  const [, args = ''] =
    /^npx playwright (test --ui\S+.*?) +#/m.exec(readFileSync('README.md', 'utf8')) ?? [];
  expect(args).not.toBe('');

  const child = spawn(process.execPath, [
    'node_modules/@playwright/test/cli.js',
    ...args.split(' '),
  ]);
  try {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
    });
    await expect.poll(() => output, { timeout: 20_000 }).toMatch(/Listening on http/);
    const [address = ''] = /http:\/\/[\d.:]+/.exec(output) ?? [];
    expect(await (await fetch(address)).text()).toContain('Playwright');
  } finally {
    child.kill('SIGINT');
    await once(child, 'exit');
  }
});
