import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Belongings } from './belongings.ts';

interface ProgramOptions {
  program?: string;
  args: readonly string[];
  env?: Record<string, string>;
}

/**
 * Runs a program, Node unless told otherwise, to its end or the run's.
 *
 * @returns its standard output
 * @throws Error with its standard error when it fails
 */
export async function runProgram(
  belongings: Belongings,
  { program = process.execPath, args, env = {} }: ProgramOptions,
): Promise<string> {
  const child = spawn(program, args, {
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const forget = belongings.add(() => void child.kill('SIGKILL'));
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('exit', resolve);
  });

  try {
    const [output, errors, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      exit,
    ]);
    if (code !== 0) throw new Error(`${[program, ...args].join(' ')} failed: ${errors || output}`);
    return output;
  } finally {
    forget();
  }
}
