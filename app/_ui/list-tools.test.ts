import { expect, it } from 'vitest';
import { matches } from './list-tools.tsx';

it.each([
  ['João da Silva', 'joao', true],
  ['João da Silva', 'SILVA joão', true],
  ['João da Silva', 'silva pedro', false],
  ['Website lk_7Qf2…9xKd', 'lk_7qf2', true],
])('%j contains %j: %j', (text, search, expected) => {
  expect(matches(text, search)).toBe(expected);
});
