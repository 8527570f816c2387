import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Cache } from './caches.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A cache whose queries a test answers by hand. */
function table(max = 10) {
  const reads: { key: string; answer: PromiseWithResolvers<string | undefined> }[] = [];
  const invalidations: (() => void)[] = [];
  const changes = {
    isConnected: true,
    onChange: (_topic: string, invalidate: () => void) => void invalidations.push(invalidate),
  };
  const cache = new Cache<string>({
    changes,
    topic: 'keys',
    max,
    fetch: (key) => {
      const answer = Promise.withResolvers<string | undefined>();
      reads.push({ key, answer });
      return answer.promise;
    },
  });
  const find = async (key: string) => (await cache.get(key, key)).value;

  return {
    changes,
    asked: () => reads.map(({ key }) => key),
    answer: (index: number, value?: string) => reads[index]?.answer.resolve(value),
    fail: (index: number) => reads[index]?.answer.reject(new Error('away')),
    announce: () => {
      for (const invalidate of invalidations) invalidate();
    },
    find,
    /** Asks, answers, and gives what was found. */
    read: async (key: string, value?: string) => {
      const found = find(key);
      reads.at(-1)?.answer.resolve(value);
      return found;
    },
  };
}

it('asks once for many at once, and not again for what it knows', async () => {
  const { asked, answer, find } = table();
  const found = Promise.all([find('a'), find('a'), find('b')]);
  answer(0, 'A');
  answer(1, 'B');
  expect(await found).toEqual(['A', 'A', 'B']);
  expect(await find('a')).toBe('A');
  expect(asked()).toEqual(['a', 'b']);
});

it('remembers that there is none', async () => {
  const { asked, read, find } = table();
  expect(await read('a')).toBeUndefined();
  expect(await find('a')).toBeUndefined();
  expect(asked()).toEqual(['a']);
});

it('forgets when a change is announced', async () => {
  const { announce, read } = table();
  await read('a', 'old');
  announce();
  expect(await read('a', 'new')).toBe('new');
});

it('does not keep what was being read when a change was announced, nor share it', async () => {
  const { announce, answer, asked, find } = table();
  const before = find('a');
  announce();
  const after = find('a');
  expect(asked()).toEqual(['a', 'a']);

  answer(1, 'new');
  expect(await after).toBe('new');
  answer(0, 'old');
  await before;
  expect(await find('a')).toBe('new');
  expect(asked()).toHaveLength(2);
});

it('asks every time while announcements are down, and again at once after it', async () => {
  const { changes, read } = table();
  await read('a', '1');
  changes.isConnected = false;
  expect(await read('a', '2')).toBe('2');
  expect(await read('a', '3')).toBe('3');
});

it('uses nothing for longer than five seconds', async () => {
  const { read, asked, find } = table();
  await read('a', 'old');
  vi.advanceTimersByTime(4_999);
  expect(await find('a')).toBe('old');
  vi.advanceTimersByTime(1);
  expect(await read('a', 'new')).toBe('new');
  expect(asked()).toHaveLength(2);
});

it('lets the least used go when it is full', async () => {
  const { read, asked, find } = table(2);
  await read('a', 'A');
  await read('b', 'B');
  await find('a');
  await read('c', 'C');
  expect([await find('a'), await find('c')]).toEqual(['A', 'C']);
  expect(asked()).toEqual(['a', 'b', 'c']);
  expect(await read('b', 'B again')).toBe('B again');
});

it('does not remember a failure, and does not wait for ever', async () => {
  const { fail, read, find } = table();
  const failed = expect(find('a')).rejects.toThrow('away');
  fail(0);
  await failed;
  expect(await read('a', 'A')).toBe('A');

  const unanswered = expect(find('b')).rejects.toMatchObject({ code: 'DEADLINE' });
  await vi.advanceTimersByTimeAsync(4_500);
  await unanswered;
  expect(await read('b', 'B')).toBe('B');
});
