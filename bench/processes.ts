import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

interface Place {
  cwd?: string;
  env?: Record<string, string>;
}

/** A server that is ready for requests. */
export interface Service extends AsyncDisposable {
  url: string;
}

const readyMessage = /ready at http:\/\/localhost:(\d+)/;

/** Ctrl+C ends every child process. What waits for one of them fails, and the run unwinds. */
const interruption = new AbortController();
const { signal } = interruption;
for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => interruption.abort());

/** Waits, and throws at Ctrl+C. */
export const pause = (milliseconds: number): Promise<void> =>
  sleep(milliseconds, undefined, { signal });

const environment = (env: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  ...env,
});

/**
 * Runs a program to its end.
 *
 * @returns its standard output
 * @throws Error with its standard error when it fails
 */
export function runProgram(
  command: string,
  args: readonly string[],
  { cwd, env }: Place = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env: environment(env), signal };
    execFile(command, args, options, (error, stdout, stderr) => {
      if (error) reject(new Error(`${args[0]} failed: ${stderr || stdout || error.message}`));
      else resolve(stdout);
    });
  });
}

/** Starts a server in Node on a free port and waits until it is ready. */
export async function startService(
  args: readonly string[],
  { cwd, env }: Place = {},
): Promise<Service> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: environment({ ...env, PORT: '0' }),
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  // Without a listener, an interrupted child would throw out of the event loop.
  child.on('error', () => {});

  const port = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.once('close', () => reject(new Error(`${args[0]} ended at its start: ${output}`)));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk;
        const found = readyMessage.exec(output)?.[1];
        if (found) resolve(found);
      });
    }
  });

  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;

      child.kill();
      await once(child, 'exit');
    },
  };
}
