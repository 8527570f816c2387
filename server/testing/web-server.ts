import { afterAll, beforeAll } from 'vitest';
import { readSettings } from '../env.ts';
import { createWebServer } from '../http/server.ts';
import { listen } from '../process/listen.ts';
import { startRuntime } from '../runtime.ts';
import { testSecrets } from './secrets.ts';

/**
 * The public API and health in the process of the test, on a free port.
 *
 * @param env added to the environment
 */
export async function openWebServer(url: string, env: Record<string, string> = {}) {
  const settings = readSettings({
    NODE_ENV: 'test',
    ...testSecrets,
    DATABASE_URL: url,
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...env,
  });
  const web = createWebServer(settings.trustedProxies);
  const runtime = startRuntime(settings, { url, directUrl: url });
  runtime.open();
  const port = await listen(web.server, settings);
  return {
    server: web.server,
    openPanel: web.openPanel,
    port,
    pid: process.pid,
    stop: async () => {
      await web.close(0);
      await runtime.close();
    },
  };
}

type Opened = Awaited<ReturnType<typeof openWebServer>>;

/**
 * The same for the tests of a file. Use it inside tests and hooks.
 *
 * @param databaseUrl called once the database of the test is there
 */
export function withWebServer(
  databaseUrl: () => string | Promise<string>,
  env: Record<string, string> = {},
) {
  let web: Opened | undefined;
  beforeAll(async () => {
    web = await openWebServer(await databaseUrl(), env);
  });
  afterAll(() => web?.stop());

  const opened = () => {
    if (!web) throw new Error('The web server exists from beforeAll on');
    return web;
  };
  return {
    get server() {
      return opened().server;
    },
    get openPanel() {
      return opened().openPanel;
    },
    get port() {
      return opened().port;
    },
  };
}
