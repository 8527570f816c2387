import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli } from './users.ts';

const startDeadline = 60_000;

function untilReady(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(
      () => reject(new Error(`The server does not start: ${output}`)),
      startDeadline,
    );
    const readOutput = (chunk: Buffer) => {
      output += chunk;
      const origin = /ready at (http:\S+)/.exec(output)?.[1];
      if (!origin) return;
      clearTimeout(timer);
      resolve(origin);
    };
    server.stdout?.on('data', readOutput);
    server.stderr?.on('data', readOutput);
    server.once('exit', () => reject(new Error(`The server ended: ${output}`)));
  });
}

/** Starts the production build on its own port, database and folder, with the demo data. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'leadgate-e2e-'));
  chmodSync(folder, 0o755);
  const authSecret = randomUUID();
  const server = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      DATABASE_URL: '',
      DATABASE_URL_DIRECT: '',
      PORT: '0',
      AUTH_SECRET: authSecret,
      LOG_LEVEL: 'error',
      // The demo companies get the time zone of the machine.
      TZ: 'UTC',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.env.PLAYWRIGHT_BASE_URL = await untilReady(server);
  process.env.E2E_DATA_DIR = folder;
  process.env.E2E_AUTH_SECRET = authSecret;
  const { url } = JSON.parse(await cli(['database', 'url', '--json']));
  process.env.E2E_DATABASE_URL = url;

  return async () => {
    if (server.exitCode === null && server.signalCode === null) {
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await gone;
    }
    rmSync(folder, { recursive: true, force: true });
  };
}
