import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOrMakeSecrets } from '../process/secrets.ts';
import type { Call } from './send.ts';

const folders: string[] = [];
const running: { child: ChildProcess; ended: Promise<unknown> }[] = [];

/** Stops what a test has started, and takes its folders away. For `afterEach`. */
export async function endStarts(): Promise<void> {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGTERM');
    await ended;
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export const forgetLater = (folder: string) => void folders.push(folder);

export function newFolder(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadgate-start-'));
  chmodSync(folder, mode);
  forgetLater(folder);
  return folder;
}

export type Started = ReturnType<typeof start>;

/** `npm start`, without the build; in a group of processes of its own, as a terminal makes one. */
export function start(env: Record<string, string>, { ownGroup = false } = {}) {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, PORT: '0', DATABASE_URL: '', AUTH_SECRET: '', KEY_PEPPER: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: ownGroup,
  });
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said.text += chunk;
    });
  }
  /** Of all that hold its output: with workers, the last one of them. */
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  /** Once the banner is printed. */
  const port = new Promise<number>((resolve, reject) => {
    const look = () => {
      const found = /ready at http:\/\/localhost:(\d+)[\s\S]*(?:-d '|Step IDs: )/.exec(said.text);
      if (found) resolve(Number(found[1]));
    };
    child.stdout.on('data', look);
    ended.then(() => reject(new Error(said.text)));
  });
  port.catch(() => {});
  const server = { child, said, ended, port };
  running.push(server);
  return server;
}

/** The printed curl, as a request. */
export function printedCall(text: string) {
  const [, path = '', key = '', body = ''] =
    /curl -i http:\/\/localhost:\d+(\S+)[\s\S]*X-API-Key: (\w+)[\s\S]*-d '([^']+)'/.exec(text) ??
    [];
  return {
    path,
    headers: { 'x-api-key': key, 'content-type': 'application/json', host: 'localhost' },
    body,
  } satisfies Call;
}

/** PostgreSQL takes this file away when it has stopped in good order. */
export const postmasterFile = (said: string) =>
  join(/PostgreSQL runs(?: already)? in (\S+)/.exec(said)?.[1] ?? '', 'data', 'postmaster.pid');

/** Process id of the PostgreSQL that a server speaks of. */
export const postmaster = (said: string) =>
  readFileSync(postmasterFile(said), 'utf8').split('\n', 1)[0];

/** Of the embedded PostgreSQL that a server speaks of. */
export function embeddedUrl(said: string, dataDir: string): string {
  const { databasePassword } = readOrMakeSecrets(dataDir);
  const port = readFileSync(postmasterFile(said), 'utf8').split('\n')[3];
  return `postgres://leadgate:${databasePassword}@127.0.0.1:${port}/leadgate`;
}
