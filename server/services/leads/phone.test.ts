import { expect, test } from 'vitest';
import { describePhone } from './phone.ts';

test('a number of the plan', () => {
  expect(describePhone('5511987654321')).toEqual({
    digits: '5511987654321',
    international: '+55 11 98765 4321',
    possible: true,
  });
});

test.each(['99999999999999', '15555'])('%s is kept and marked', (digits) => {
  expect(describePhone(digits)).toMatchObject({ digits, possible: false });
});

test('a number of an unknown country is shown without plus', () => {
  expect(describePhone('2015550123', 'countryUnknown')).toEqual({
    digits: '2015550123',
    international: '2015550123',
    possible: false,
  });
});
