import { expect, it } from 'vitest';
import { moveItem } from './reorder.ts';

const items = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
const order = (id: string, index: number) => moveItem(items, id, index).map((item) => item.id);

it('moves an item up or down, or leaves it in place', () => {
  expect(order('c', 0)).toEqual(['c', 'a', 'b']);
  expect(order('a', 1)).toEqual(['b', 'a', 'c']);
  expect(order('b', 1)).toEqual(['a', 'b', 'c']);
});

it('stops at the ends and ignores unknown items', () => {
  expect(order('a', -1)).toEqual(['a', 'b', 'c']);
  expect(order('a', 9)).toEqual(['b', 'c', 'a']);
  expect(order('x', 0)).toEqual(['a', 'b', 'c']);
});
