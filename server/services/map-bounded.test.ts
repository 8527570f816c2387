import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mapBounded } from './map-bounded.ts';

test('keeps the order of the items, and works on no more than the bound', async () => {
  let running = 0;
  let most = 0;
  const results = await mapBounded([5, 1, 3, 1, 2], 2, async (turns) => {
    running += 1;
    most = Math.max(most, running);
    for (let n = 0; n < turns; n += 1) await turn();
    running -= 1;
    return turns * 10;
  });

  expect(results).toEqual([50, 10, 30, 10, 20]);
  expect(most).toBe(2);
});

test('fails with the first failure, and takes no item when there is none', async () => {
  const fail = async () => {
    throw new Error('away');
  };

  await expect(mapBounded([1, 2, 3], 2, fail)).rejects.toThrow('away');
  expect(await mapBounded([], 2, fail)).toEqual([]);
});
