import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { readinessKeepMs } from '#server/limits.ts';
import { readyz } from '#server/testing/cluster.ts';
import { DatabaseProxy } from '#server/testing/database-proxy.ts';
import { send } from '#server/testing/http-client.ts';
import { withWebServer } from '#server/testing/web-server.ts';

const database = withTestDatabase();
let proxy: DatabaseProxy;
afterAll(() => proxy?.close());
const web = withWebServer(async () => {
  proxy = await DatabaseProxy.open(database.url);
  return proxy.url;
});

const ask = () => send(web.port, readyz);
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
