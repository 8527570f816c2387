import { expect, test } from 'vitest';
import { readArray, writeArray } from './types.ts';

test.each([
  ['{}', []],
  ['{a,b}', ['a', 'b']],
  ['{"a,b","","c d"}', ['a,b', '', 'c d']],
  ['{"quo\\"te","back\\\\slash","{}"}', ['quo"te', 'back\\slash', '{}']],
  ['{NULL,"NULL"}', [null, 'NULL']],
  ['{"two\nlines",王}', ['two\nlines', '王']],
])('reads %j', (text, items) => {
  expect(readArray(text)).toEqual(items);
});

test('reads what it has written', () => {
  const items = ['', 'plain', '"', '\\', '\\"', ',', '{', 'NULL', null, ' ', '\n', '王🌊'];
  expect(readArray(writeArray(items))).toEqual(items);
});

test('leaves what is text already', () => {
  expect(writeArray('{1,2}')).toBe('{1,2}');
});
