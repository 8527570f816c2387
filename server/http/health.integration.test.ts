import { afterAll, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
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

  await untilCheckedAgain();
  expect((await ask()).json).toMatchObject({ ready: true, state: 'serving' });
});

/** Asks until what was found is no longer kept. */
const untilCheckedAgain = () =>
  expect
    .poll(async () => {
      await ask();
      return countChecks();
    })
    .toBe(1);

it('begins no check before the last one has ended', async () => {
  await untilCheckedAgain();
  proxy.hold((application) => application.includes('background'));
  const state = async () => (await ask()).json;
  await expect.poll(state).toEqual({ ready: false, state: 'database does not answer' });
  await askOften();

  proxy.letGo();
  await expect.poll(async () => (await ask()).status).toBe(200);
  expect(countChecks()).toBeLessThan(5);
});
