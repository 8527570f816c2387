import { expect, test } from 'vitest';
import { differencesOf, shownValue } from './differences.ts';

const lead = {
  name: 'Maria Souza',
  phones: ['5511987654321', '551133334444'],
  phoneMarks: null,
  unreadPhones: ['ask her'],
  email: 'maria@example.com',
};
const of = (sent: Parameters<typeof differencesOf>[1]) => differencesOf(lead, sent, 'BR');

test.each([
  ['nothing', {}],
  ['empty cells', { name: ' ', phones: '', email: '' }],
  ['blanks', { name: '  Maria   Souza ' }],
  ['another form of the same letters', { name: 'Maria Souza'.normalize('NFD') }],
  ['the same digits', { phones: '+55 (11) 98765-4321' }],
  ['the other phone', { phones: '55 11 3333 4444' }],
  ['no country code', { phones: '11 98765-4321' }],
  ['an international prefix', { phones: '005511987654321' }],
  ['one of several', { phones: '11 2222-3333 / 11 98765-4321' }],
  ['a text that was sent as a phone', { phones: 'ask her' }],
  ['no phone at all', { phones: 'n/a' }],
  ['too few digits', { phones: '4321' }],
  ['upper case', { email: ' MARIA@example.com' }],
  ['more than the address', { email: 'Maria <maria@example.com>' }],
  ['no address at all', { email: 'none' }],
])('takes for the same: %s', (_, sent) => {
  expect(of(sent)).toEqual([]);
});

test.each([
  ['name', { name: 'Maria Sousa' }],
  ['phones', { phones: '+55 11 98765-4322' }],
  ['email', { email: 'maria@example.org' }],
] as const)('names a different %s', (field, sent) => {
  expect(of(sent)).toEqual([field]);
});

test('names what the lead lacks', () => {
  const empty = { ...lead, phones: [], unreadPhones: null, email: null };

  expect(differencesOf(empty, { phones: '11 98765-4321', email: 'a@example.com' }, 'BR')).toEqual([
    'phones',
    'email',
  ]);
  expect(shownValue(empty, 'email')).toBe('');
  expect(shownValue(lead, 'phones')).toBe('+55 11 98765 4321, +55 11 3333 4444');
});
