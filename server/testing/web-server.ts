import { afterAll, beforeAll } from 'vitest';
import { readSettings } from '../env.ts';
import { createWebServer } from '../http/server.ts';
import { listen } from '../process/listen.ts';
import { type Runtime, startRuntime } from '../runtime.ts';
import { testSecrets } from './secrets.ts';

/**
 * The public API and health in the process of the test, on a free port.
 *
 * @param databaseUrl called once the database of the test is there
 */
export function withWebServer(
  databaseUrl: () => string | Promise<string>,
  trustedProxies: readonly string[] = [],
) {
  const web = createWebServer(trustedProxies);
  let runtime: Runtime | undefined;
  let port = 0;

  beforeAll(async () => {
    const url = await databaseUrl();
    const settings = readSettings({
      NODE_ENV: 'test',
      ...testSecrets,
      DATABASE_URL: url,
      PORT: '0',
      LOG_LEVEL: 'silent',
    });
    runtime = startRuntime(settings, { url, directUrl: url });
    port = await listen(web.server, settings);
  });
  afterAll(async () => {
    await web.close(0);
    await runtime?.close();
  });

  return {
    server: web.server,
    openPanel: web.openPanel,
    get port() {
      return port;
    },
  };
}
