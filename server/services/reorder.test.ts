import { expect, test } from 'vitest';
import { ConflictError, InvalidError, NotFoundError } from './errors.ts';
import { checkOrder } from './reorder.ts';

test('any order of the same ids will do', () => {
  expect(() => checkOrder(['b', 'a'], ['a', 'b'], 'step')).not.toThrow();
  expect(() => checkOrder([], [], 'step')).not.toThrow();
});

test('twice, unknown and missing are distinct errors', () => {
  expect(() => checkOrder(['a', 'a'], ['a', 'b'], 'step')).toThrow(InvalidError);
  expect(() => checkOrder(['a', 'b', 'c'], ['a', 'b'], 'step')).toThrow(NotFoundError);
  expect(() => checkOrder(['a'], ['a', 'b'], 'step')).toThrow(ConflictError);
});
