import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseObject } from './read-json.ts';

const numbers = (value: string) => JSON.stringify(parseObject(`{"a": {"b": [1, ${value}]}}`));

it.each([
  '281489216452814999',
  '-281489216452814999',
  '9223372036854775807',
  '5511987654321.0',
  '1.50',
  '0.1000000000000000055511151231257827',
  '1e400',
  '1.00000000000000000001e0',
])('keeps %s as its text', (number) => {
  expect(numbers(number)).toBe(`{"a":{"b":[1,"${number}"]}}`);
});

it.each(['5', '9007199254740991', '1.5', '-0.25'])('reads %s as a number', (number) => {
  expect(numbers(number)).toBe(`{"a":{"b":[1,${number}]}}`);
});

it('reads a whole number with an exponent as that number', () => {
  expect(numbers('5.511987654321e12')).toBe('{"a":{"b":[1,5511987654321]}}');
});

it.each(['01.50', '1.50.2', '1.5e', '-', '1.50"a"'])('refuses %s, which is no JSON', (value) => {
  expect(() => parseObject(`{"a": ${value}}`)).toThrow('must be valid JSON');
  expect(() => parseObject(`{${value}: 1}`)).toThrow('must be valid JSON');
});

it('leaves numbers in texts and names as they are', () => {
  const body = { 'a\\"1.50': '[1.50,281489216452814999', ':1.50\\': [':1.50', ''] };
  const json = JSON.stringify(body).replace('""', '1.50');
  expect(parseObject(json)).toEqual({ ...body, ':1.50\\': [':1.50', '1.50'] });
});

it('keeps every digit of any number, wherever it is and whatever stands around it', () => {
  const digits = fc.stringMatching(/^-?[1-9][0-9]{0,30}(\.[0-9]{1,25})?$/);
  const blank = fc.stringMatching(/^[ \t\n\r]{0,3}$/);
  fc.assert(
    fc.property(digits, blank, fc.string(), (number, gap, text) => {
      const said = JSON.stringify(text);
      const body = `{"s":${said},"n":${gap}${number}${gap},"l":[${gap}${number},${said}]}`;
      const { n, l } = parseObject(body) as { n: unknown; l: unknown[] };
      expect([String(n), String(l[0])]).toEqual([number, number]);
    }),
  );
});
