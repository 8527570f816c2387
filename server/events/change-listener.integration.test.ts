import { afterEach, beforeEach, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { DatabaseProxy } from '#server/testing/database-proxy.ts';
import { Cache } from '../intake/caches.ts';
import { ChangeListener } from './change-listener.ts';

const database = withTestDatabase();
let proxy: DatabaseProxy;
let changes: ChangeListener;

beforeEach(async () => {
  proxy = await DatabaseProxy.open(database.url);
});
afterEach(async () => {
  await changes.close();
  await proxy.close();
});

const isConnected = () => changes.isConnected;
const announce = (topic: string) => database.sql`select pg_notify('leadgate', ${topic})`;

it('are live once they are listened to, and tell of their topic', async () => {
  changes = new ChangeListener(proxy.url);
  const heard: string[] = [];
  changes.onChange('keys', () => heard.push('keys'));
  changes.onChange('steps', () => heard.push('steps'));
  expect(isConnected()).toBe(false);
  await expect.poll(isConnected).toBe(true);

  heard.length = 0;
  await announce('steps');
  await expect.poll(() => heard).toEqual(['steps']);
});

it('are down in silence, and live again after it on the same connection', async () => {
  changes = new ChangeListener(proxy.url);
  let reads = 0;
  const read = async () => {
    reads += 1;
  };
  const cache = new Cache({ changes, topic: 'keys', max: 10, fetch: read });
  await expect.poll(isConnected).toBe(true);
  await cache.get('key', 'key');
  await cache.get('key', 'key');
  expect(reads).toBe(1);

  proxy.hold(() => true);
  await expect.poll(isConnected).toBe(false);
  for (let n = 0; n < 3; n += 1) await cache.get('key', 'key');
  expect(reads).toBe(4);
  proxy.letGo();
  await expect.poll(isConnected).toBe(true);
});

it('are down as soon as the connection ends, and live again on the next one', async () => {
  changes = new ChangeListener(proxy.url);
  await expect.poll(isConnected).toBe(true);
  let forgotten = 0;
  changes.onChange('keys', () => {
    forgotten += 1;
  });
  proxy.cut();
  await expect.poll(() => forgotten).toBeGreaterThan(0);
  await expect.poll(isConnected).toBe(true);
});

it('leave nothing remembered that was read before they were listened to', async () => {
  let isAsked = false;
  proxy.hold((_, statement) => {
    isAsked ||= statement.startsWith('listen');
    return isAsked;
  });
  changes = new ChangeListener(proxy.url);
  let value = 'old';
  const cache = new Cache({
    changes,
    topic: 'keys',
    max: 10,
    fetch: async () => value,
  });
  await expect.poll(() => isAsked, { interval: 5 }).toBe(true);
  expect((await cache.get('key', 'key')).value).toBe('old');
  value = 'new';
  proxy.letGo();

  await expect.poll(isConnected, { interval: 5 }).toBe(true);
  expect((await cache.get('key', 'key')).value).toBe('new');
});
