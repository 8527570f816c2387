import { expect, test } from 'vitest';
import { z } from 'zod';
import { idLength, writeNewId } from './new-id.ts';

const now = Date.parse('2026-11-21T09:15:34.450Z');

function newId(time: number): string {
  const field = Buffer.alloc(idLength);
  writeNewId(field, time);
  expect(field.readUInt32BE()).toBe(16);
  return field.toString('hex', 4).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

test('gives each row of a millisecond an ID of its own, version 7, in the order of time', () => {
  const ids = Array.from({ length: 20_000 }, () => newId(now));

  expect(new Set(ids)).toHaveProperty('size', 20_000);
  for (const id of ids.slice(0, 1_000)) expect(z.uuidv7().safeParse(id).success).toBe(true);
  expect(newId(now + 1) > (ids.toSorted().at(-1) ?? '')).toBe(true);
  expect(Number.parseInt(ids[0]?.replaceAll('-', '').slice(0, 12) ?? '', 16)).toBe(now);
});
