import { expect, it } from 'vitest';
import { leadAfter } from './use-board.ts';

const columns = ['abc', '', 'de', 'f'].map((ids) => ({ items: [...ids].map((id) => ({ id })) }));

it.each([
  ['a', 'ArrowDown', 'b'],
  ['a', 'ArrowUp', undefined],
  ['c', 'ArrowDown', undefined],
  ['b', 'End', 'c'],
  ['c', 'Home', 'a'],
  ['b', 'ArrowRight', 'e'],
  ['c', 'ArrowRight', 'e'],
  ['e', 'ArrowLeft', 'b'],
  ['f', 'ArrowLeft', 'd'],
  ['a', 'ArrowLeft', undefined],
  ['a', 'x', undefined],
])('from %s, %s leads to %s', (id, key, next) => {
  expect(leadAfter(columns, id, key)).toBe(next);
});
