import { type ChildProcess, spawn } from 'node:child_process';

export interface Served {
  origin: string;
  port: number;
  /** Whether it is the process that was started. */
  readonly isRunning: boolean;
  pid: number;
  /** Asks it to end, and says how it did. */
  stop(): Promise<number | null>;
  /** Requests that the process says have failed. */
  complaints(): string[];
  /** All that the process has written, logs included. */
  said(): string;
  /** Ends the process as a crash does: nothing is finished, nothing is written. */
  kill(): Promise<void>;
}

export const testSecrets = {
  AUTH_SECRET: 'auth-secret-for-tests-only-0123456789',
  KEY_PEPPER: 'key-pepper-for-tests-only-0123456789',
};

/** The two ways the production build is served. Both choose a free port and print it. */
export const doors = {
  'server/main.ts': ['server/main.ts'],
  'next start': ['node_modules/next/dist/bin/next', 'start', '-p', '0'],
} as const;

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode);
    else child.once('exit', resolve);
  });
}

export type Door = keyof typeof doors;
export const doorNames: readonly Door[] = ['server/main.ts', 'next start'];

/** Starts a real server process on a database and waits until it says where it listens. */
export async function serve(
  door: Door,
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<Served> {
  const child = spawn(process.execPath, [...doors[door]], {
    env: {
      ...process.env,
      ...testSecrets,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      DEMO_DATA: 'off',
      PORT: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_KEY: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const port = await new Promise<number>((resolve, reject) => {
    const look = (chunk: Buffer) => {
      output += chunk;
      const found =
        /https?:\/\/localhost:(\d+)[\s\S]*(?:ready|Ready)|ready at http:\/\/localhost:(\d+)/.exec(
          output,
        );
      if (found) resolve(Number(found[1] ?? found[2]));
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.on('exit', () => reject(new Error(`The server ended: ${output}`)));
  });

  return {
    origin: `http://localhost:${port}`,
    port,
    get isRunning() {
      return child.exitCode === null && child.signalCode === null;
    },
    pid: child.pid ?? 0,
    said: () => output,
    complaints: () => output.split('\n').filter((line) => line.includes('request failed')),
    stop: async () => {
      child.kill('SIGTERM');
      return ended(child);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended(child);
    },
  };
}
