// Runs a program. Plain JavaScript, which any Node from 20 on runs before packages are installed.
import { spawn } from 'node:child_process';

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {(line: string) => void} [onLine] gets each line that it prints
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, onLine = () => {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (/** @type {Buffer} */ chunk) => {
        output += chunk;
        const line = output.trimEnd().split('\n').at(-1)?.trim();
        if (line) onLine(line);
      });
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
