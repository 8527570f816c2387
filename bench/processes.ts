import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

interface Program {
  /** Default: Node. */
  command?: string;
  args: readonly string[];
  cwd?: string;
  env?: Record<string, string>;
}

/** A server that is ready for requests. */
export interface Service extends AsyncDisposable {
  url: string;
  pid: number;
}

const startTimeoutMs = 60_000;
const stopTimeoutMs = 10_000;
/** The readiness messages of the product, of the peers and of `next start`. */
const readyMessage = /ready at (http:\/\/localhost:\d+)|(http:\/\/localhost:\d+)[\s\S]*Ready in/;

/** Ctrl+C ends every child process. What waits for one of them fails, and the run unwinds. */
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());

/** Waits, and throws at Ctrl+C. For what waits for a change that a stopped product never makes. */
export const pause = (milliseconds: number): Promise<void> =>
  sleep(milliseconds, undefined, { signal: interruption.signal });

function start({ command = process.execPath, args, cwd, env }: Program) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: interruption.signal,
  });
  // Without a listener, an interrupted child would throw out of the event loop.
  child.on('error', () => {});
  return child;
}

/**
 * Runs a program to its end.
 *
 * @returns its standard output
 * @throws Error with its standard error when it fails
 */
export async function runProgram(program: Program): Promise<string> {
  const child = start(program);
  const [output, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (child.exitCode === 0) return output;
  throw new Error(`${child.spawnargs.slice(0, 2).join(' ')} failed: ${errors || output}`);
}

function untilReady(child: ReturnType<typeof start>): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (what: string) => reject(new Error(`${child.spawnargs[1]} ${what}: ${output}`));
    const timer = setTimeout(() => fail('did not start in time'), startTimeoutMs);
    child.once('close', () => fail('ended at its start'));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk;
        const url = readyMessage.exec(output)?.slice(1).find(Boolean);
        if (!url) return;
        clearTimeout(timer);
        resolve(url);
      });
    }
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;

  const exit = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  child.kill('SIGTERM');
  await exit;
  clearTimeout(timer);
}

/** Starts a server on a free port and waits until it is ready. */
export async function startService(program: Program): Promise<Service> {
  const child = start({ ...program, env: { ...program.env, PORT: '0' } });
  try {
    const url = (await untilReady(child)).replace('localhost', '127.0.0.1');
    return { url, pid: child.pid ?? 0, [Symbol.asyncDispose]: () => stop(child) };
  } catch (error) {
    await stop(child);
    throw error;
  }
}

/** Processor time of a process in milliseconds. `undefined` on systems without `/proc`. */
export function processorTime(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  // Fields 14 and 15, in ticks of 10 ms. Field 2 is a name in parentheses that may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Resident memory of a process in MB. */
export async function residentMemory(pid: number): Promise<number> {
  const args = ['-o', 'rss=', '-p', String(pid)];
  return Number(await runProgram({ command: 'ps', args })) / 1_024;
}
