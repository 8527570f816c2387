import { expect, test } from 'vitest';
import { InvalidError, NotFoundError } from './errors.ts';
import { completeOrder } from './reorder.ts';

test('any order of the same ids is taken', () => {
  expect(completeOrder(['b', 'a'], ['a', 'b'], 'step')).toEqual(['b', 'a']);
  expect(completeOrder([], [], 'step')).toEqual([]);
});

test('ids that it does not hold follow in their current order', () => {
  expect(completeOrder(['c', 'a'], ['a', 'b', 'c', 'd'], 'step')).toEqual(['c', 'a', 'b', 'd']);
});

test('an id that is named twice and an unknown one are distinct errors', () => {
  expect(() => completeOrder(['a', 'a'], ['a', 'b'], 'step')).toThrow(InvalidError);
  expect(() => completeOrder(['a', 'b', 'c'], ['a', 'b'], 'step')).toThrow(NotFoundError);
});
