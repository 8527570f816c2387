import { afterEach, beforeEach, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { DatabaseProxy } from '#server/testing/database-proxy.ts';
import { Announcements } from './announcements.ts';
import { Directory } from './directory.ts';

const database = withTestDatabase();
let proxy: DatabaseProxy;
let announcements: Announcements;

beforeEach(async () => {
  proxy = await DatabaseProxy.open(database.url);
});
afterEach(async () => {
  await announcements.close();
  await proxy.close();
});

const isLive = () => announcements.isLive;
const announce = (topic: string) => database.sql`select pg_notify('leadgate', ${topic})`;

it('are live once they are listened to, and tell of their topic', async () => {
  announcements = new Announcements(proxy.url);
  const heard: string[] = [];
  announcements.on('keys', () => heard.push('keys'));
  announcements.on('steps', () => heard.push('steps'));
  expect(isLive()).toBe(false);
  await expect.poll(isLive).toBe(true);

  heard.length = 0;
  await announce('steps');
  await expect.poll(() => heard).toEqual(['steps']);
});

it('are down within a second of silence, and live again after it on the same connection', async () => {
  announcements = new Announcements(proxy.url);
  let reads = 0;
  const read = async () => {
    reads += 1;
  };
  const directory = new Directory({ announcements, topic: 'keys', max: 10, read });
  await expect.poll(isLive).toBe(true);
  await directory.find('key', 'key');
  await directory.find('key', 'key');
  expect(reads).toBe(1);

  proxy.hold(() => true);
  await expect.poll(isLive, { timeout: 1_000 }).toBe(false);
  for (let n = 0; n < 3; n += 1) await directory.find('key', 'key');
  expect(reads).toBe(4);
  proxy.letGo();
  await expect.poll(isLive, { timeout: 2_000 }).toBe(true);
});

it('are down as soon as the connection ends, and live again on the next one', async () => {
  announcements = new Announcements(proxy.url);
  await expect.poll(isLive).toBe(true);
  let forgotten = 0;
  announcements.on('keys', () => {
    forgotten += 1;
  });
  proxy.cut();
  await expect.poll(() => forgotten).toBeGreaterThan(0);
  await expect.poll(isLive, { timeout: 5_000 }).toBe(true);
});

it('leave nothing remembered that was read before they were listened to', async () => {
  let isAsked = false;
  proxy.hold((_, statement) => {
    isAsked ||= statement.startsWith('listen');
    return isAsked;
  });
  announcements = new Announcements(proxy.url);
  let value = 'old';
  const directory = new Directory({
    announcements,
    topic: 'keys',
    max: 10,
    read: async () => value,
  });
  await expect.poll(() => isAsked, { interval: 5 }).toBe(true);
  expect((await directory.find('key', 'key')).value).toBe('old');
  value = 'new';
  proxy.letGo();

  await expect.poll(isLive, { interval: 5 }).toBe(true);
  expect((await directory.find('key', 'key')).value).toBe('new');
});
