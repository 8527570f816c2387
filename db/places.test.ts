import { expect, test } from 'vitest';
import { Places } from './places.ts';

const { signal } = new AbortController();

/** Work that has begun when its number is in `begun`, and ends when it is told to. */
function openPlaces(atOnce: number) {
  const places = new Places(atOnce);
  const begun: number[] = [];
  const start = (key: string, n: number, dropped = signal) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = places.run(key, dropped, () => {
      begun.push(n);
      return promise;
    });
    const end = () => {
      resolve();
      return done;
    };
    return { done, end };
  };
  return { places, begun, start };
}

test('so much of a key runs at once, the rest in order, and other keys beside it', async () => {
  const { places, begun, start } = openPlaces(2);
  const [first, second, third, fourth] = [1, 2, 3, 4].map((n) => start('a', n));
  start('b', 5);
  expect([begun, places.waitingFor('a'), places.waitingFor('b')]).toEqual([[1, 2, 5], 2, 0]);

  await Promise.all([first?.end(), second?.end()]);
  await Promise.all([third?.end(), fourth?.end()]);
  expect([begun, places.waitingFor('a')]).toEqual([[1, 2, 5, 3, 4], 0]);
});

test('work that fails gives its place to the next', async () => {
  const { begun, places, start } = openPlaces(1);
  const failed = places.run('a', signal, () => Promise.reject(new Error('not so')));
  const next = start('a', 1);
  await expect(failed).rejects.toThrow('not so');
  await next.end();
  expect(begun).toEqual([1]);
});

test('what waits is dropped, and takes no place', async () => {
  const { begun, places, start } = openPlaces(1);
  const gone = new AbortController();
  const [first, dropped, last] = [start('a', 1), start('a', 2, gone.signal), start('a', 3)];
  gone.abort();
  await Promise.all([
    expect(dropped.done).rejects.toMatchObject({ code: 'DEADLINE' }),
    first.end(),
  ]);
  await expect(places.run('a', gone.signal, async () => {})).rejects.toMatchObject({
    code: 'DEADLINE',
  });
  expect(begun).toEqual([1, 3]);
  await last.end();
});
