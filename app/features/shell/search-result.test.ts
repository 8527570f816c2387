import { expect, test } from 'vitest';
import { isNamed, rangesInPhone, rangesInText } from './search-result.tsx';

const marked = (text: string, ranges: readonly (readonly [number, number])[]) =>
  ranges.map(([start, end]) => text.slice(start, end));

test.each([
  ['João da Silva', 'joa', ['Joã']],
  ['Joa\u0303o da Silva', 'joa', ['Joa\u0303']],
  ['João da Silva', 'silva JOÃO', ['João', 'Silva']],
  ['Weiß', 'weis', ['Weiß']],
  ['Łukasz', 'luk', ['Łuk']],
  ['joao.silva@example.com', 'silva', ['silva']],
  ['Marina Mariana', 'mari maria', ['Mari', 'Maria']],
  ['Ada 🌊 Nakamura', 'naka', ['Naka']],
  ['Ada', 'da', []],
  ['Ada', '', []],
])('marks in %j for %j', (text, search, expected) => {
  expect(marked(text, rangesInText(text, search))).toEqual(expected);
});

test.each([
  ['+55 11 98765 4321', '(11) 98765', ['11 98765']],
  ['+55 11 98765 4321', 'maria 0011 98765-4321', ['11 98765 4321']],
  ['+55 11 98765 4321', '4321 maria', ['4321']],
  ['+55 11 98765 4321', '987 999', ['987']],
  ['+55 11 98765 4321', 'room2 98765-4321', ['98765 4321']],
  ['+55 11 98765 4321', 'maria((98765', ['98765']],
  ['+55 11 98765 4321', '11', []],
  ['+55 11 98765 4321', 'maria', []],
])('marks in the phone %j for %j', (phone, search, expected) => {
  expect(marked(phone, rangesInPhone(phone, search))).toEqual(expected);
});

test.each([
  ['keys api', true],
  ['GO', true],
  ['', true],
  ['eys', false],
  ['keys apis', false],
])('finds the command Go to API keys by %j: %j', (text, expected) => {
  expect(isNamed('Go to API keys', text)).toBe(expected);
});
