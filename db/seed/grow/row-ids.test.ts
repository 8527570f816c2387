import { expect, test } from 'vitest';
import { z } from 'zod';
import { idPrefix, makeId } from './row-ids.ts';

test('gives each row of a millisecond an ID of its own, version 7, in the order of time', () => {
  const now = Date.parse('2026-11-21T09:15:34.450Z');
  const ids = Array.from({ length: 20_000 }, () => makeId(idPrefix(now)));

  expect(new Set(ids)).toHaveProperty('size', 20_000);
  for (const id of ids.slice(0, 1_000)) expect(z.uuidv7().safeParse(id).success).toBe(true);
  expect(makeId(idPrefix(now + 1)) > (ids.toSorted().at(-1) ?? '')).toBe(true);
  expect(Number.parseInt(idPrefix(now).replace('-', ''), 16)).toBe(now);
});
