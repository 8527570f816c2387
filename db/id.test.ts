import { expect, it } from 'vitest';
import { newId } from './id.ts';

it('makes UUIDs version 7 of the present time, sorted as they were made, no two alike', () => {
  const before = Date.now();
  const ids = Array.from({ length: 20_000 }, newId);
  const timeOf = (id = '') => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  expect(timeOf(ids[0])).toBeGreaterThanOrEqual(before);
  expect(timeOf(ids.at(-1))).toBeLessThan(Date.now() + 20);
});
