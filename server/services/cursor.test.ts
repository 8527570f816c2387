import { expect, test } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { InvalidError } from './errors.ts';

const id = '019a0000-0000-7000-8000-000000000001';

test('a cursor comes back as it was', () => {
  const position = { createdAt: new Date('2026-03-04T05:06:07.089Z'), id };
  expect(decodeCursor(encodeCursor(position))).toEqual(position);
});

test.each([
  '',
  'x',
  Buffer.from(`1.${id}x`).toString('base64url'),
  Buffer.from(`-1.${id}`).toString('base64url'),
  Buffer.from(`999999999999999.${id}`).toString('base64url'),
  '🙂',
])('%j is refused', (cursor) => {
  expect(() => decodeCursor(cursor)).toThrow(InvalidError);
});
