import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { readSettings } from '#server/env.ts';
import { readinessKeepMs } from '#server/limits.ts';
import { listen } from '#server/process/listen.ts';
import { type Runtime, startRuntime } from '#server/runtime.ts';
import { readyz } from '#server/testing/cluster.ts';
import { DatabaseProxy } from '#server/testing/database-proxy.ts';
import { send } from '#server/testing/http-client.ts';
import { testSecrets } from '#server/testing/secrets.ts';
import { createWebServer } from './server.ts';

const database = withTestDatabase();
const web = createWebServer([]);
let proxy: DatabaseProxy;
let runtime: Runtime;
let port: number;

beforeAll(async () => {
  proxy = await DatabaseProxy.open(database.url);
  const settings = readSettings({
    NODE_ENV: 'test',
    ...testSecrets,
    DATABASE_URL: proxy.url,
    PORT: '0',
    LOG_LEVEL: 'silent',
  });
  runtime = startRuntime(settings, proxy.url);
  port = await listen(web.server, settings);
});
afterAll(async () => {
  await web.close(0);
  await runtime?.close();
  await proxy?.close();
});

const ask = () => send(port, readyz);
const askOften = () => Promise.all(Array.from({ length: 100 }, ask));
/** Checks since the last call. */
const countChecks = () =>
  proxy.takeStatements(/background/).filter((text) => text.includes('to_regclass')).length;

it('checks the database once for many callers, and keeps what it found for a moment', async () => {
  for (const { status } of await askOften()) expect(status).toBe(200);
  // Under load they may take longer than the moment.
  expect(countChecks()).toBeLessThan(5);

  await sleep(readinessKeepMs + 100);
  for (const { json } of [await ask(), await ask()]) {
    expect(json).toMatchObject({ ready: true, state: 'serving' });
  }
  expect(countChecks()).toBe(1);
});

it('begins no check before the last one has ended', async () => {
  await sleep(readinessKeepMs + 100);
  proxy.hold((application) => application.includes('background'));
  for (let round = 0; round < 2; round += 1) {
    for (const { json } of await askOften()) {
      expect(json).toEqual({ ready: false, state: 'database does not answer' });
    }
  }

  proxy.letGo();
  await expect.poll(async () => (await ask()).status, { timeout: 5_000 }).toBe(200);
  expect(countChecks()).toBeLessThan(5);
});
