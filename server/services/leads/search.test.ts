import { expect, test } from 'vitest';
import { containing, phoneDigits } from './search.ts';

test.each([
  ['ana', '%ana%'],
  ['50%', '%50\\%%'],
  ['a_b', '%a\\_b%'],
  ['a\\b', '%a\\\\b%'],
])('%j is looked for as %j', (text, pattern) => {
  expect(containing(text)).toBe(pattern);
});

test.each([
  ['+55 (11) 98765-4321', '5511987654321'],
  ['0049 30 1234', '49301234'],
  ['030 1234', '301234'],
  ['12', undefined],
  ['0012', undefined],
  ['ana', undefined],
  ['', undefined],
])('%j means the digits %j', (text, digits) => {
  expect(phoneDigits(text)).toBe(digits);
});
