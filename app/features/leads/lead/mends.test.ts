import { expect, it } from 'vitest';
import { editsOfMend, isRemovable, type MendableLead, mendsOf, staleMend } from './mends.ts';

const known = '5511987654321';
const lead = (values: Partial<MendableLead> = {}): MendableLead => {
  const { phones = [known], phoneMarks = null } = values;
  return {
    name: 'Maria',
    nameFrom: null,
    phones,
    phoneMarks,
    email: null,
    message: null,
    unreadPhones: [],
    unreadValues: {},
    contact: {
      phones: phones.map((digits) => {
        const possible = phoneMarks?.[digits] === undefined;
        return { digits, international: digits, possible };
      }),
    },
    ...values,
  };
};

const marksOf = (values: Partial<MendableLead>) =>
  mendsOf(lead(values)).map(({ field, sent, mark }) => [field, sent, mark]);

it('marks nothing of a lead that was read', () => {
  expect(marksOf({})).toEqual([]);
});

it.each<[what: string, values: Partial<MendableLead>, marked: unknown[]]>([
  [
    'that cannot be reached',
    { phones: [], unreadPhones: ['N/A\n12'] },
    [
      ['reach', null, 'No phone or email'],
      ['phones', 'N/A 12', 'Not a phone number'],
    ],
  ],
  ['without a name', { nameFrom: 'phones' }, [['name', null, 'No name was sent']]],
  [
    'with a name that is no text',
    { nameFrom: 'phones', unreadValues: { name: '{"a":1}' } },
    [['name', '{"a":1}', 'No name was sent']],
  ],
  [
    'with doubtful phones',
    {
      phones: ['33334444', '5511', known],
      phoneMarks: { '33334444': 'countryUnknown', '5511': 'impossible' },
    },
    [
      ['phones', '33334444', 'Country unknown'],
      ['phones', '+5511', 'Check this number'],
    ],
  ],
  [
    'with a mistyped address',
    { unreadValues: { email: 'x at y' } },
    [['email', 'x at y', 'Not an email address']],
  ],
  [
    'with two addresses',
    { email: 'a@b.test', unreadValues: { email: 'a@b.test, c@d.test' } },
    [['email', 'a@b.test, c@d.test', 'Several addresses']],
  ],
  [
    'with other values that are no texts',
    { unreadValues: { message: '{"a":1}', customFields: '[1]', segment: '{}' } },
    [
      ['message', '{"a":1}', 'Could not be read'],
      [null, '[1]', 'Could not be read'],
      [null, '{}', 'Could not be read'],
    ],
  ],
])('marks a lead %s', (_, values, marked) => {
  expect(marksOf(values)).toEqual(marked);
});

it('says of a phone beyond the greatest number that it is one too many', () => {
  const phones = Array.from({ length: 20 }, (_, index) => String(5511987654300 + index));
  expect(marksOf({ phones, unreadPhones: ['+55 11 98765-4399', 'none'] })).toEqual([
    ['phones', '+55 11 98765-4399', 'More than 20 phones'],
    ['phones', 'none', 'Not a phone number'],
  ]);
});

/** What is sent when a text is saved for each mark of a lead. */
const editsOf = (values: Partial<MendableLead>, text: string) =>
  mendsOf(lead(values)).map((mend) => editsOfMend(lead(values), mend, text));

it('replaces one phone, and leaves the others as they are', () => {
  const values: Partial<MendableLead> = {
    phones: ['33334444', known],
    phoneMarks: { '33334444': 'countryUnknown' },
    unreadPhones: ['N/A 12', 'call me'],
  };
  const from = ['33334444', known];
  expect(editsOf(values, ' +551133334444 ').map(({ phones }) => phones)).toEqual([
    { from, to: ['+551133334444', `+${known}`, 'N/A 12', 'call me'] },
    { from, to: ['33334444', `+${known}`, '+551133334444', 'call me'] },
    { from, to: ['33334444', `+${known}`, 'N/A 12', '+551133334444'] },
  ]);
  expect(editsOf(values, '')[1]?.phones?.to).toEqual(['33334444', `+${known}`, 'call me']);
});

it('adds a phone or an address to a lead that cannot be reached', () => {
  const values = { phones: [] };
  expect(editsOf(values, '+551133334444')).toEqual([
    { phones: { from: [], to: ['+551133334444'] } },
  ]);
  expect(editsOf(values, 'a@b.test')).toEqual([{ email: { from: null, to: 'a@b.test' } }]);
});

it('removes an address that was not read, and leaves one that was', () => {
  const [unread] = mendsOf(lead({ unreadValues: { email: 'x at y' } }));
  expect(unread && isRemovable(unread)).toBe(true);
  expect(editsOf({ unreadValues: { email: 'x at y' } }, '')).toEqual([
    { email: { from: null, to: null } },
  ]);
  expect(editsOf({ email: 'a@b.test', unreadValues: { email: 'a@b.test/c@d.test' } }, '')).toEqual([
    { email: { from: 'a@b.test', to: 'a@b.test' } },
  ]);
});

it('sends nothing of a field that members do not edit', () => {
  expect(editsOf({ unreadValues: { segment: '{}' } }, 'x')).toEqual([{}]);
});

it('keeps what was typed for a mark that has gone, and says what is there now', () => {
  const [name] = mendsOf(lead({ nameFrom: 'phones', name: known }));
  const [phone] = mendsOf(lead({ unreadPhones: ['N/A 12'] }));
  if (!name || !phone) throw new Error('Nothing is marked');
  expect(staleMend(lead({ name: 'Ana' }), name)).toMatchObject({
    mark: 'Changed meanwhile',
    advice: 'Now “Ana”. Save to overwrite it',
  });
  expect(staleMend(lead(), phone).advice).toBe('Save to add it');
  expect(editsOfMend(lead(), phone, '+551133334444')).toEqual({
    phones: { from: [known], to: [`+${known}`, '+551133334444'] },
  });
});
