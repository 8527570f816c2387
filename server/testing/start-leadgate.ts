import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOrMakeSecrets } from '../secrets.ts';
import type { Call } from './http-client.ts';
import { workersOf } from './processes.ts';
import { testSecrets } from './secrets.ts';

/** The two ways to serve the production build. Both choose a free port and print it. */
const programs = {
  'server/main.ts': {
    args: ['server/main.ts'],
    // The last lines of the banner: what a test reads of it is complete.
    ready: /ready at http:\/\/localhost:(\d+)[\s\S]*(?:-d '|Step IDs: )/,
  },
  'next start': {
    args: ['node_modules/next/dist/bin/next', 'start', '-p', '0'],
    ready: /http:\/\/localhost:(\d+)[\s\S]*Ready/,
  },
};

export type Program = keyof typeof programs;

/** `npm run test:full` sets it. */
export const isFull = process.env.TEST_FULL === '1';
/** Those that a test of both ways to serve starts. */
export const programNames: readonly Program[] = isFull
  ? ['server/main.ts', 'next start']
  : ['server/main.ts'];

/** The environment of a process on a database that tests have filled themselves. */
const testEnvironment = {
  ...testSecrets,
  NODE_ENV: 'production' as const,
  DEMO_DATA: 'off',
  LOG_LEVEL: 'warn',
  RATE_LIMIT_PER_KEY: '0',
};

interface StartOptions {
  /** `server/main.ts` unless given. */
  program?: Program;
  /** A database that tests have filled: known secrets, no demo data, no rate limit, a short log. */
  databaseUrl?: string;
  /** Added to the environment. Without a database, the embedded one in `DATA_DIR`. */
  env?: Record<string, string>;
  /** In a process group of its own, as a terminal starts it. */
  ownGroup?: boolean;
  /** As many as it may open; as many as the tests may unless given. */
  files?: number;
  /** Where the program is; this version unless given. */
  cwd?: string;
}

/** The command that starts a program of Node, with a limit on open files if there is one. */
const commandOf = (args: string[], files: number | undefined): [string, string[]] =>
  files === undefined
    ? [process.execPath, args]
    : ['sh', ['-c', `ulimit -n ${files}; exec "$0" "$@"`, process.execPath, ...args]];

const started: Leadgate[] = [];
const folders: string[] = [];

/** Starts the product as `npm start` does, without the build. */
export function startLeadgate(options: StartOptions): Leadgate {
  const leadgate = new Leadgate(options);
  started.push(leadgate);
  return leadgate;
}

/** Stops what tests have started and removes their folders. For `afterEach` and `afterAll`. */
export async function cleanUp(): Promise<void> {
  for (const leadgate of started.splice(0)) await leadgate.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** `cleanUp` removes it. */
export const removeLater = (folder: string) => void folders.push(folder);

export function newFolder(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadgate-start-'));
  chmodSync(folder, mode);
  removeLater(folder);
  return folder;
}

/** A running Leadgate: one process, or a primary with workers. */
export class Leadgate {
  readonly #child: ChildProcess;
  #port: number | undefined;
  /** All that it has written, logs included. */
  output = '';
  /** Resolves with this object when it serves; rejects when it ends before. */
  readonly ready: Promise<Leadgate>;
  /** The exit code, once all processes that hold its output have ended. */
  readonly ended: Promise<number | null>;

  constructor({
    program = 'server/main.ts',
    databaseUrl,
    env,
    ownGroup = false,
    files,
    cwd,
  }: StartOptions) {
    const { args, ready } = programs[program];
    const child = spawn(...commandOf(args, files), {
      cwd,
      env: {
        ...process.env,
        PORT: '0',
        DATABASE_URL_DIRECT: '',
        ...(databaseUrl
          ? { ...testEnvironment, DATABASE_URL: databaseUrl }
          : { DATABASE_URL: '', AUTH_SECRET: '', KEY_PEPPER: '' }),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: ownGroup,
    });
    this.#child = child;
    this.ended = new Promise((resolve) => child.once('close', resolve));
    this.ready = new Promise((resolve, reject) => {
      const read = (chunk: Buffer) => {
        this.output += chunk;
        const port = this.#port === undefined && ready.exec(this.output)?.[1];
        if (!port) return;
        this.#port = Number(port);
        resolve(this);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      this.ended.then(() => reject(new Error(`Leadgate ended: ${this.output}`)));
    });
    this.ready.catch(() => {});
  }

  get pid(): number {
    return Number(this.#child.pid);
  }

  get port(): number {
    if (this.#port === undefined) throw new Error('The port is known when Leadgate is ready');
    return this.#port;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Log lines of requests that failed. */
  get failedRequests(): string[] {
    return this.output.split('\n').filter((line) => line.includes('request failed'));
  }

  /** The request of the printed `curl`. */
  get demoCall() {
    const [, path = '', key = '', body = ''] =
      /curl -i http:\/\/localhost:\d+(\S+)[\s\S]*X-API-Key: (\w+)[\s\S]*-d '([^']+)'/.exec(
        this.output,
      ) ?? [];
    return {
      path,
      headers: { 'x-api-key': key, 'content-type': 'application/json', host: 'localhost' },
      body,
    } satisfies Call;
  }

  /** Process ids of its workers. */
  get workers(): number[] {
    return workersOf(this.pid);
  }

  /** The embedded PostgreSQL removes this file when it has stopped cleanly. */
  get postmasterFile(): string {
    const home = /PostgreSQL runs(?: already)? in (\S+)/.exec(this.output)?.[1] ?? '';
    return join(home, 'data', 'postmaster.pid');
  }

  /** Process id of the embedded PostgreSQL. */
  get postmaster(): string {
    return this.#postmasterLine(0);
  }

  /** URL of the embedded PostgreSQL in a `DATA_DIR`. */
  embeddedUrl(dataDir: string): string {
    const { databasePassword } = readOrMakeSecrets(dataDir);
    return `postgres://leadgate:${databasePassword}@127.0.0.1:${this.#postmasterLine(3)}/leadgate`;
  }

  /** How often its output contains a text. */
  count(text: string): number {
    return this.output.split(text).length - 1;
  }

  /** As Ctrl+C in a terminal: SIGINT to every process of its group. */
  interruptGroup(): void {
    process.kill(-this.pid, 'SIGINT');
  }

  /** Sends a signal. Resolves with the exit code. */
  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.#child.kill(signal);
    return this.ended;
  }

  /** Ends it as a crash does. */
  kill(): Promise<number | null> {
    return this.stop('SIGKILL');
  }

  #postmasterLine(index: number): string {
    return readFileSync(this.postmasterFile, 'utf8').split('\n')[index] ?? '';
  }
}
