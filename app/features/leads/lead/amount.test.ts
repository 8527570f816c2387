import { expect, it } from 'vitest';
import { readAmount } from './amount.ts';

it.each([
  ['1200', '1200'],
  ['1200.5', '1200.5'],
  ['1200,50', '1200.50'],
  ['1,200', '1200'],
  ['1.200', '1200'],
  ['1.200,50', '1200.50'],
  ['1,200.50', '1200.50'],
  ["1'200 000", '1200000'],
  ['1.200.000', '1200000'],
  ['0', '0'],
  ['007', '7'],
  ['', undefined],
  ['-5', undefined],
  ['12e3', undefined],
  ['1,2,3', undefined],
  ['1.200.50', undefined],
  ['1200.505.00', undefined],
  ['1234567890123', undefined],
])('reads %j as %j', (typed, amount) => {
  expect(readAmount(typed)).toBe(amount);
});
