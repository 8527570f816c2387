import { type ChildProcess, spawn } from 'node:child_process';
import type { Belongings } from './belongings.ts';

export interface Service {
  port: number;
  pid: number;
  /** Lets it finish what is under way, then it is gone. */
  stop(): Promise<void>;
}

interface ServiceOptions {
  args: readonly string[];
  env?: Record<string, string>;
}

const startDeadline = 60_000;
const stopDeadline = 10_000;
/** As the product, `next start` and our own peers say where they listen once they do. */
const readiness = /ready at http:\/\/localhost:(\d+)|http:\/\/localhost:(\d+)[\s\S]*Ready in/;

function untilReady(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (what: string) => reject(new Error(`${child.spawnargs[1]} ${what}: ${output}`));
    const timer = setTimeout(() => fail('does not start'), startDeadline);
    const look = (chunk: Buffer) => {
      output += chunk;
      const port = readiness.exec(output)?.slice(1).find(Boolean);
      if (!port) return;

      clearTimeout(timer);
      resolve(Number(port));
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('exit', () => fail('ended'));
    child.once('error', reject);
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;

  const gone = new Promise((resolve) => child.once('exit', resolve));
  const timer = setTimeout(() => child.kill('SIGKILL'), stopDeadline);
  child.kill('SIGTERM');
  await gone;
  clearTimeout(timer);
}

/**
 * Starts a server in a process of its own and waits until it says where it listens.
 *
 * @param args of Node
 */
export async function startService(
  belongings: Belongings,
  { args, env = {} }: ServiceOptions,
): Promise<Service> {
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const forget = belongings.add(() => stop(child));

  const port = await untilReady(child);
  return {
    port,
    pid: child.pid ?? 0,
    stop: async () => {
      await stop(child);
      forget();
    },
  };
}
