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
import { clusterName, ownerRole, prepareRoles, servingRole, urlOfRole } from './roles.ts';
import { ServerLease } from './server-lease.ts';
import { keepLogSmall, logOptions } from './server-log.ts';
import { isDiskFull, prepareServerPaths, type ServerPaths } from './server-paths.ts';

const startTimeoutMs = 60_000;

export interface EmbeddedServer {
  /** For the role that serves. */
  url: string;
  /** For the role that owns the schema. */
  directUrl: string;
  /** For the superuser. */
  adminUrl: string;
  /** Folder of the cluster and its log. */
  home: string;
  /** The server was already running, left by a killed process or shared with a running one. */
  adopted: boolean;
  /** Stops the server unless another Leadgate process uses it. Returns whether it stopped. */
  release(): Promise<boolean>;
}

interface Cluster extends ServerPaths {
  account: Account;
  data: string;
  log: string;
  password: string;
}

const executable = (cluster: Cluster, name: string) =>
  join(cluster.bin, process.platform === 'win32' ? `${name}.exe` : name);

/**
 * All that PostgreSQL needs of our environment. It runs as another user, and statements can start
 * programs, so it must not get our secrets.
 */
function serverEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH'];
  const given = Object.entries(process.env).filter(([name]) => kept.includes(name));

  return { ...Object.fromEntries(given), LC_ALL: 'C', NODE_ENV: 'production' };
}

function run(
  cluster: Cluster,
  name: string,
  args: string[],
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(executable(cluster, name), args, {
      ...cluster.account,
      cwd: cluster.home,
      env: serverEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('error', reject);
    // Not 'close': the server that pg_ctl starts may keep the pipes open.
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
      `--username=${clusterName}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ]);
    if (code !== 0) assertSpace(cluster);
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
 * Below the range of outgoing connections. While the server is down, one of these could take its
 * port, or even connect to itself.
 */
async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_000);
  return (await isFree(port)) ? port : freePort();
}

/** Read from the file that a killed server leaves. Other processes may still expect it there. */
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
  const last = lastPort(cluster);
  const port = givenPort ?? (last && (await isFree(last)) ? last : await freePort());
  const log = logOptions.map((option) => `-c ${option}`).join(' ');
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' ${log}`;
  const args = ['start', '-D', cluster.data, '-l', cluster.log, '-w', '-t', '60', '-o', options];

  const { code, output } = await run(cluster, 'pg_ctl', args);
  return code === 0 ? '' : lastLine(output);
}

/**
 * The superuser's URL of the running server, or undefined while it does not answer. Creates the
 * database once.
 */
async function answeringUrl(cluster: Cluster): Promise<string | undefined> {
  const port = lastPort(cluster);
  if (!port) return undefined;

  const url = `postgres://${clusterName}:${cluster.password}@127.0.0.1:${port}/postgres`;
  const { sql, close } = openConnection(url, { name: 'cluster', statementTimeout: 10_000 });
  try {
    const found = await sql`select from pg_database where datname = ${clusterName}`;
    if (found.length === 0) await sql`create database ${sql(clusterName)}`.catch(ignoreExisting);
    return url.replace(/postgres$/, clusterName);
  } catch {
    return undefined;
  } finally {
    await close();
  }
}

/** Two processes that start at once may both create the database. */
function ignoreExisting(error: unknown): void {
  const codes = ['42P04', '23505'];
  if (!(error instanceof postgres.PostgresError && codes.includes(error.code))) throw error;
}

/** @throws EmbeddedServerError at once: another try would fail as well */
function assertSpace({ home }: ServerPaths): void {
  if (isDiskFull(home))
    throw new EmbeddedServerError(`PostgreSQL does not run: the disk of ${home} is full`);
}

/** @param port required when the process already uses the server on that port */
async function startOrAdopt(
  cluster: Cluster,
  port: number | undefined,
): Promise<{ url: string; adopted: boolean }> {
  const deadline = Date.now() + startTimeoutMs;
  let adopted = true;
  let failure = '';

  while (Date.now() < deadline) {
    if (!(await isRunning(cluster))) {
      adopted = false;
      failure = await start(cluster, port);
      if (failure) assertSpace(cluster);
    }
    const url = await answeringUrl(cluster);
    if (url) {
      await prepareRoles(url);
      return { url, adopted };
    }

    await sleep(200);
  }
  throw new EmbeddedServerError(
    `PostgreSQL does not answer (${failure || 'see its log'}): ${cluster.log}`,
  );
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Starts the embedded PostgreSQL, or adopts the one that already runs in `dataDir`, and starts it
 * again if it dies before `release`. `pg_ctl` detaches it from this process, so it stays usable after
 * this process is killed.
 *
 * @param report logs what becomes of the server after that
 * @throws EmbeddedServerError with one line for the operator
 */
export async function openEmbeddedServer(
  dataDir: string,
  password: string,
  report: (event: string) => void = () => {},
): Promise<EmbeddedServer> {
  const account = databaseAccount();
  const paths = await prepareServerPaths(dataDir, account);
  const data = join(paths.home, 'data');
  const cluster: Cluster = {
    ...paths,
    account,
    password,
    data,
    log: join(paths.home, 'postgres.log'),
  };
  await createFolderAtomically(data, (draft) => initialize(cluster, draft));

  let first: { url: string; adopted: boolean } | undefined;
  /** Why it was not started again, as reported last; undefined while it runs. */
  let failure: string | undefined;
  const lease = await ServerLease.acquire(async () => {
    if (!first) {
      first = await startOrAdopt(cluster, undefined);
      return first.url;
    }

    if (failure === undefined) report('the connection to the embedded PostgreSQL is lost');
    failure ??= '';
    const port = Number(new URL(first.url).port);
    const { adopted } = await startOrAdopt(cluster, port).catch((error: unknown) => {
      const reason = messageOf(error);
      if (reason !== failure) report(`the embedded PostgreSQL cannot be started again: ${reason}`);
      failure = reason;
      throw error;
    });
    failure = undefined;
    report(`the embedded PostgreSQL ${adopted ? 'runs' : 'had ended and was started again'}`);
    return first.url;
  });
  if (!first) throw new EmbeddedServerError('PostgreSQL was not started');

  const { url: adminUrl, adopted } = first;
  const endRotation = keepLogSmall(cluster.log);
  return {
    url: urlOfRole(adminUrl, servingRole),
    directUrl: urlOfRole(adminUrl, ownerRole),
    adminUrl,
    adopted,
    home: paths.home,
    release: async () => {
      endRotation();
      const isLast = await lease.release();
      if (isLast)
        await run(cluster, 'pg_ctl', ['stop', '-D', data, '-m', 'fast', '-w', '-t', '30']);
      return isLast;
    },
  };
}
