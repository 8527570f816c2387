import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireProgram } from '../../scripts/debian-program.mjs';
import { freePort } from './free-port.ts';
import { newFolder } from './start-leadgate.ts';

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

const userLine = ({ username, password }: URL) => `"${username}" "${password}"\n`;

/** The real PgBouncer in front of the PostgreSQL of a test, in transaction mode unless told. */
export class PgBouncer {
  readonly #child: ChildProcess;
  readonly #port: number;
  #output = '';

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.#port = port;
    // A test that fails may not come to its end.
    process.once('exit', () => child.kill('SIGKILL'));
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#output += chunk;
      });
  }

  /**
   * @param urls of the roles that may connect, all of one server
   * @param settings lines of `[pgbouncer]`
   */
  static async start(urls: readonly string[], settings = 'pool_mode = transaction') {
    const { path, env } = requireProgram('pgbouncer');
    const users = urls.map((url) => new URL(url));
    const port = await freePort();
    const folder = newFolder();
    const file = join(folder, 'pgbouncer.ini');
    writeFileSync(join(folder, 'users.txt'), users.map(userLine).join(''));
    writeFileSync(
      file,
      `[databases]
* = host=127.0.0.1 port=${users[0]?.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
default_pool_size = 4
${process.getuid?.() === 0 ? 'user = postgres' : ''}
${settings}
`,
    );
    const child = spawn(path, [file], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const bouncer = new PgBouncer(child, port);
    while (!(await accepts(port))) {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${bouncer.#output}`);
      await sleep(50);
    }
    return bouncer;
  }

  /** Whether it keeps named statements, which it does by its default from 1.24 on. */
  static keepsStatements(): boolean {
    const { path, env } = requireProgram('pgbouncer');
    const { stdout } = spawnSync(path, ['--version'], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
    const [, major, minor] = /(\d+)\.(\d+)/.exec(stdout) ?? [];
    return Number(major) > 1 || Number(minor) >= 24;
  }

  /** The same database through PgBouncer. */
  through(url: string): string {
    const pooled = new URL(url);
    pooled.port = String(this.#port);
    return pooled.href;
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}
