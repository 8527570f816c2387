import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chownSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { openConnection } from '../client.ts';
import { createFolderAtomically } from '../files.ts';
import { type Account, databaseAccount } from './account.ts';
import { EmbeddedServerError } from './fail.ts';
import { Membership } from './membership.ts';
import { findPlaces, type Places } from './places.ts';

const user = 'leadgate';
const startDeadline = 60_000;

export interface EmbeddedServer {
  url: string;
  /** Folder of the cluster and its log. */
  home: string;
  /** It was running already, left by a process that was killed or shared with one that runs. */
  adopted: boolean;
  /** Stops the server unless another Leadgate process uses it; says whether it stopped. */
  release(): Promise<boolean>;
}

interface Cluster extends Places {
  account: Account;
  data: string;
  log: string;
  password: string;
}

const executable = (cluster: Cluster, name: string) =>
  join(cluster.bin, process.platform === 'win32' ? `${name}.exe` : name);

function run(
  cluster: Cluster,
  name: string,
  args: string[],
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(executable(cluster, name), args, {
      ...cluster.account,
      cwd: cluster.home,
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('error', reject);
    // Not 'close': the server that pg_ctl leaves behind may keep the pipes open.
    child.on('exit', (code) => resolve({ code: code ?? 1, output }));
  });
}

async function initialize(cluster: Cluster, data: string): Promise<void> {
  const passwordFile = join(cluster.home, `password.${process.pid}`);
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
  const { uid, gid } = cluster.account;
  if (uid !== undefined && gid !== undefined) chownSync(passwordFile, uid, gid);

  try {
    const { code, output } = await run(cluster, 'initdb', [
      `--pgdata=${data}`,
      `--username=${user}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ]);
    if (code !== 0)
      throw new EmbeddedServerError(
        `PostgreSQL could not be set up in ${cluster.home}: ${lastLine(output)}`,
      );
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? '';

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/**
 * Below those that systems give to outgoing connections: while the server is down, one of them could
 * take its port, and even connect to itself.
 */
async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_000);
  return (await isFree(port)) ? port : freePort();
}

/** In the file that a server leaves behind when it is killed; others may still look for it there. */
function lastPort(cluster: Cluster): number | undefined {
  try {
    return Number(readFileSync(join(cluster.data, 'postmaster.pid'), 'utf8').split('\n')[3]);
  } catch {
    return undefined;
  }
}

async function isRunning(cluster: Cluster): Promise<boolean> {
  return (await run(cluster, 'pg_ctl', ['status', '-D', cluster.data])).code === 0;
}

async function start(cluster: Cluster, givenPort: number | undefined): Promise<string> {
  const left = lastPort(cluster);
  const port = givenPort ?? (left && (await isFree(left)) ? left : await freePort());
  // Terse: details of an error hold the row that was refused, names and phone numbers.
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c log_error_verbosity=terse`;
  const args = ['start', '-D', cluster.data, '-l', cluster.log, '-w', '-t', '60', '-o', options];

  const { code, output } = await run(cluster, 'pg_ctl', args);
  return code === 0 ? '' : lastLine(output);
}

/** Address of the running server, once it really answers. */
async function answeringUrl(cluster: Cluster): Promise<string | undefined> {
  const port = lastPort(cluster);
  if (!port) return undefined;

  const url = `postgres://${user}:${cluster.password}@127.0.0.1:${port}/postgres`;
  const { sql, close } = openConnection(url, { name: 'cluster', statementTimeout: 10_000 });
  try {
    const found = await sql`select from pg_database where datname = ${user}`;
    if (found.length === 0) await sql`create database ${sql(user)}`.catch(ignoreTwin);
    return url.replace(/postgres$/, user);
  } catch {
    return undefined;
  } finally {
    await close();
  }
}

/** Two first starts at once both try to make the database. */
function ignoreTwin(error: unknown): void {
  const twin = ['42P04', '23505'];
  if (!(error instanceof postgres.PostgresError && twin.includes(error.code))) throw error;
}

/** @param port where it must be, when somebody knows it there already */
async function startOrAdopt(
  cluster: Cluster,
  port: number | undefined,
): Promise<{ url: string; adopted: boolean }> {
  const deadline = Date.now() + startDeadline;
  let adopted = true;
  let failure = '';

  while (Date.now() < deadline) {
    if (!(await isRunning(cluster))) {
      adopted = false;
      failure = await start(cluster, port);
    }
    const url = await answeringUrl(cluster);
    if (url) return { url, adopted };

    await sleep(200);
  }
  throw new EmbeddedServerError(
    `PostgreSQL does not answer (${failure || 'see its log'}): ${cluster.log}`,
  );
}

/**
 * Starts the PostgreSQL that comes along, or adopts the one that runs in `dataDir` already, and
 * starts it again should it die before `release`. It runs apart from this process (`pg_ctl`), so a
 * killed process leaves it usable.
 *
 * @throws EmbeddedServerError with one line for the operator
 */
export async function openEmbeddedServer(
  dataDir: string,
  password: string,
): Promise<EmbeddedServer> {
  const account = databaseAccount();
  const places = await findPlaces(dataDir, account);
  const data = join(places.home, 'data');
  const cluster: Cluster = {
    ...places,
    account,
    password,
    data,
    log: join(places.home, 'postgres.log'),
  };
  await createFolderAtomically(data, (draft) => initialize(cluster, draft));

  let first: { url: string; adopted: boolean } | undefined;
  const membership = await Membership.begin(async () => {
    const found = await startOrAdopt(cluster, first && Number(new URL(first.url).port));
    first ??= found;
    return first.url;
  });
  if (!first) throw new EmbeddedServerError('PostgreSQL was not started');

  return {
    ...first,
    home: places.home,
    release: async () => {
      const unused = await membership.leave();
      if (unused)
        await run(cluster, 'pg_ctl', ['stop', '-D', data, '-m', 'fast', '-w', '-t', '30']);
      return unused;
    },
  };
}
