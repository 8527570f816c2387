import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPhones } from './read-phones.ts';

const maria = '5511987654321';
const berlin = '49301234567';

it.each<[sent: unknown, phones: string[]]>([
  [[maria], [maria]],
  [maria, [maria]],
  [5511987654321, [maria]],
  [[5511987654321, maria], [maria]],
  [null, []],
  ['  ', []],
  [[null, '', ' ', maria], [maria]],
  ['+55 (11) 98765-4321', [maria]],
  ['+55 11 98765.4321', [maria]],
  ['5511987654321.0', [maria]],
  [' 5511987654321.00 ', [maria]],
  ['5511987654321.0; 49301234567.0', [maria, '49301234567']],
  ['5511987654321.0, 49301234567.0', [maria, '49301234567']],
  ['+5511987654321.0', [maria]],
  ['+5511987654321.00', [maria]],
  ['-5511987654321.0', [maria]],
  ['005511987654321.0', [maria]],
  ['(5511987654321.0)', [maria]],
  ['[+5511987654321.00]', [maria]],
  ['+55 (11) 98765-4321.0', [maria]],
  ['(55) 11 98765-4321.0', [maria]],
  ['(+55 11 98765 4321.0)', [maria]],
  ['+55 11 98765-4321.0 ', [maria]],
  ['tel:+5511987654321.0', [maria]],
  ['p:+5511987654321.0', [maria]],
  ['+5511987654321.0 x12', [maria]],
  ['+５５１１９８７６５４３２１．０', [maria]],
  ['٥٥١١٩٨٧٦٥٤٣٢١.٠', [maria]],
  ['55.11.98765.0000', ['5511987650000']],
  ['+55 (11) 98765.0000', ['5511987650000']],
  ['+33 1 23 45 67.00', ['33123456700']],
  ['+33.1.23.45.67.00', ['33123456700']],
  ['+49.30.123456.0', ['49301234560']],
  ['+55 11 98765-4320', ['5511987654320']],
  ['+55 11 98765.4320', ['5511987654320']],
  ['+55/11/98765/4321', [maria]],
  [`+55 11 98765-4321/+49 30 1234567`, [maria, '49301234567']],
  ['\u202a+55\u00a011\u201098765\u22124321\u202c', [maria]],
  ['+55۔11•98765⁃4321', [maria]],
  ['+55 11∙98765˗4321', [maria]],
  ['+55⧸11⋅98765⧸4321', [maria]],
  ['tel:+55-11-98765-4321', [maria]],
  ['TEL:+55-11-98765-4321;ext=12', [maria]],
  ['p:+5511987654321', [maria]],
  ['5511987654321@s.whatsapp.net', [maria]],
  ['+1 201 555 0123 x12', ['12015550123']],
  ['+1 201 555 0123 ext. 12', ['12015550123']],
  ['+1 201 555 0123, Ext 12', ['12015550123']],
  ['+1 201 555 0123,  ext 12', ['12015550123']],
  ['+1 201 555 0123 (x12)', ['12015550123']],
  ['+55 11 3333-4444 (ramal 210)', ['551133334444']],
  ['+55 11 98765-4321\u2028+49 30 1234567', [maria, '49301234567']],
  [{}, []],
  ['+55 11 3333-4444 ramal 210', ['551133334444']],
  ['0055 11 98765-4321', [maria]],
  ['+55 11 98765-4321; +49 30 1234567', [maria, '49301234567']],
  ['+55 11 98765-4321, +49 30 1234567', [maria, '49301234567']],
  ['+55 11 98765-4321\r\n+49 30 1234567', [maria, '49301234567']],
  ['５５１１９８７６５４３２１', [maria]],
  ['٥٥١١٩٨٧٦٥٤٣٢١', [maria]],
  ['५५११९८७६५४३२१', [maria]],
  ['𝟓𝟓𝟏𝟏𝟗𝟖𝟕𝟔𝟓𝟒𝟑𝟐𝟏', [maria]],
  ['5511987654321.0 a', [maria]],
  ["'5511987654321", [maria]],
  ['="5511987654321"', [maria]],
  ['="+5511987654321"', [maria]],
  ['whatsapp:+5511987654321', [maria]],
  ['5511987654321@c.us', [maria]],
  ['5511987654321:12@s.whatsapp.net', [maria]],
  ['5511987654321:12', [maria]],
  ['https://wa.me/5511987654321', [maria]],
  ['Tel. +55 (11) 98765-4321 (WhatsApp)', [maria]],
  ['📞 +55 11 98765-4321 🙂', [maria]],
  ['Maria, rua das Flores: +55 11 98765-4321', [maria]],
  ['電話+819012345678', ['819012345678']],
  [`${maria}\0`, [maria]],
  ['+55 11 98765-4321 / +49 30 1234567', [maria, berlin]],
  ['+55 11 98765-4321 | +49 30 1234567', [maria, berlin]],
  ['+55 11 98765-4321、+49 30 1234567', [maria, berlin]],
  ['+55 11 98765-4321 ou +49 30 1234567', [maria, berlin]],
  ['+55 11 98765-4321 OR +49 30 1234567', [maria, berlin]],
  ['+55 11 98765-4321 e +49 30 1234567', [maria, berlin]],
  ['+55 11 98765-4321 o +49 30 1234567', [maria, berlin]],
  ['+55 11 98765-4321 und +49 30 1234567', [maria, berlin]],
  ['+55 11 98765-4321 et +49 30 1234567', [maria, berlin]],
  ['casa +55 11 98765-4321; escritório +49 30 1234567 ramal 12', [maria, berlin]],
  ['["+55 11 98765-4321", 49301234567]', [maria, berlin]],
  ['[]', []],
  [{ value: '+55 11 98765-4321' }, [maria]],
  [
    [{ number: 5511987654321 }, { Phone: '+49 30 1234567', type: 'work' }],
    [maria, berlin],
  ],
  [{ value: '', phone: maria }, [maria]],
  [{ value: null }, []],
  [{ 0: maria, 1: { value: berlin } }, [maria, berlin]],
  [
    [[maria], [[berlin]]],
    [maria, berlin],
  ],
])('reads %j as %j', (sent, phones) => {
  expect(readPhones(sent, undefined)).toEqual({ phones, unread: [], marks: {} });
});

it.each<[sent: unknown, unread: string[], phones?: string[]]>([
  ['1234567', ['1234567']],
  ['1234567890123456', ['1234567890123456']],
  [' N/A ', ['N/A']],
  ['+55 11 98765-432a', ['+55 11 98765-432a']],
  ['5511987654321f', ['5511987654321f']],
  ['0x5511987654321', ['0x5511987654321']],
  ['550e8400-e29b-41d4-a716-446655440000', ['550e8400-e29b-41d4-a716-446655440000']],
  ['5.511987654321E+12', ['5.511987654321E+12']],
  ['maria5511987654321@example.com', ['maria5511987654321@example.com']],
  ['120363041234567890@g.us', ['120363041234567890@g.us']],
  ['2026-11-27 10:30', ['2026-11-27 10:30']],
  ['5,511,987,654', ['5,511,987,654']],
  ['1234567.0', ['1234567.0']],
  ['+1234567.0', ['+1234567.0']],
  [`${maria}; 12`, ['12'], [maria]],
  [`+55 11 98765-4321 ou 4322`, ['4322'], [maria]],
  [[maria, '1', 12, '1'], ['1', '12'], [maria]],
  [maria.padEnd(1_001, '-'), [maria.padEnd(200, '-')]],
  [
    [true, 1.5, 12345678.5],
    ['true', '1.5', '12345678.5'],
  ],
  [2 ** 53, ['9007199254740992']],
  [{ mobile: maria }, ['{"mobile":"5511987654321"}']],
  [[[[[maria]]]], ['["5511987654321"]']],
  ['a\0\ud800', ['a\uFFFD\uFFFD']],
])('keeps of %j as unread %j', (sent, unread, phones = []) => {
  expect(readPhones(sent, undefined)).toEqual({ phones, unread, marks: {} });
});

it('folds thousands of writings of one number', () => {
  const sent = Array.from({ length: 5_000 }, (_, index) => `(11) 98765-4321 x${index}`);
  expect(readPhones(sent, 'BR')).toEqual({ phones: [maria], unread: [], marks: {} });
});

it('reads 20 phones, and keeps 20 more as sent', () => {
  const sent = Array.from({ length: 60 }, (_, index) => `+55 11 98765-43${index + 10}`);
  const { phones, unread } = readPhones(sent, undefined);

  expect([phones.length, unread]).toEqual([20, sent.slice(20, 40)]);
});

/** Numbers as people of the country write them, and with the code as the interface publishes it. */
it.each<[country: string, code: string, written: string[], stored: string]>([
  [
    'BR',
    '55',
    ['11 91234-5678', '(11) 91234-5678', '011 91234-5678', '0 15 11 91234-5678'],
    '5511912345678',
  ],
  ['BR', '55', ['(55) 99123-4567', '55991234567'], '5555991234567'],
  ['BR', '55', ['(11) 3333-4444', '1133334444'], '551133334444'],
  ['US', '1', ['(212) 555-0123', '212-555-0123 x12', '1 (212) 555-0123'], '12125550123'],
  ['CA', '1', ['(416) 555-0123'], '14165550123'],
  ['PT', '351', ['912 345 678', '912345678'], '351912345678'],
  ['PT', '351', ['21 234 5678'], '351212345678'],
  ['DE', '49', ['0151 12345678', '0151/12345678', '(0151) 123 456 78'], '4915112345678'],
  ['DE', '49', ['030 123456'], '4930123456'],
  ['MX', '52', ['55 1234 5678'], '525512345678'],
  ['AR', '54', ['(011) 4123-4567', '11 4123-4567'], '541141234567'],
  ['AR', '54', ['011 15-2345-6789', '9 11 2345-6789'], '5491123456789'],
  ['IN', '91', ['98765 43210', '098765-43210'], '919876543210'],
  ['IN', '91', ['91987 65432'], '919198765432'],
  ['ES', '34', ['612 34 56 78'], '34612345678'],
  ['GB', '44', ['020 7946 0958', '(020) 7946 0958'], '442079460958'],
  ['GB', '44', ['07912 345678'], '447912345678'],
  ['IT', '39', ['06 1234 5678'], '390612345678'],
  ['IT', '39', ['393 123 4567'], '393931234567'],
  ['RU', '7', ['8 (916) 123-45-67'], '79161234567'],
])('of a company in %s, adds %s to %j', (country, code, written, stored) => {
  const national = stored.slice(code.length);
  const published = [stored, `+${stored}`, `00${stored}`, `+${code} ${national}`];
  for (const sent of [...written, ...published]) {
    expect([sent, readPhones(sent, country)]).toEqual([
      sent,
      { phones: [stored], unread: [], marks: {} },
    ]);
  }
});

it.each<[sent: string, country: string | undefined, mark?: string]>([
  ['12125550123', 'BR'],
  ['442079460958', 'BR'],
  ['5520912345678', 'BR'],
  ['11912345678', undefined],
  ['+11912345678', 'BR'],
  ['+2015550123', 'US'],
  ['2015550123', 'US', 'countryUnknown'],
  ['33334444', 'BR', 'countryUnknown'],
  ['912345678', 'BR', 'countryUnknown'],
  ['11212345678', 'BR', 'countryUnknown'],
  ['99999999999999', 'BR', 'countryUnknown'],
  ['99999999999999', undefined, 'countryUnknown'],
  ['912345678', 'ZZ', 'countryUnknown'],
  ['+99999999999999', 'BR', 'impossible'],
  ['0099999999999999', 'BR', 'impossible'],
  ['+551191234', 'BR', 'impossible'],
  ['+80012345678', 'BR'],
])('keeps the digits of %j in %s with the mark %s', (sent, country, mark) => {
  const digits = sent.replace(/^(?:\+|00)/, '');
  expect(readPhones(sent, country)).toEqual({
    phones: [digits],
    unread: [],
    marks: mark ? { [digits]: mark } : {},
  });
});

it('takes an identifier of WhatsApp as international', () => {
  expect(readPhones('5215512345678@s.whatsapp.net', 'MX').marks).toEqual({
    5215512345678: 'impossible',
  });
  expect(readPhones('11912345678@c.us', 'BR').phones).toEqual(['11912345678']);
});

const countries = fc.constantFrom(
  undefined,
  'BR',
  'US',
  'PT',
  'DE',
  'MX',
  'AR',
  'IN',
  'ES',
  'GB',
  'IT',
);
const digits = fc.stringMatching(/^[1-9][0-9]{7,14}$/);
const typed = fc.string({ unit: fc.constantFrom(...'0159+-()/.,; xe:@[]"\'"') });
const sentValues = fc.oneof(
  fc.jsonValue(),
  fc.array(fc.oneof(digits, typed, fc.integer())),
  typed,
  fc.string({ unit: 'binary' }),
);

it('reads anything within its bounds', () => {
  fc.assert(
    fc.property(sentValues, countries, (sent, country) => {
      const { phones, unread, marks } = readPhones(sent, country);
      expect(phones.length).toBeLessThanOrEqual(20);
      expect(unread.length).toBeLessThanOrEqual(20);
      expect(new Set(phones).size).toBe(phones.length);
      expect(phones.filter((phone) => !/^[0-9]{8,15}$/.test(phone))).toEqual([]);
      expect(unread.filter((text) => text.length > 200 || !text.isWellFormed())).toEqual([]);
      expect(Object.keys(marks).filter((phone) => !phones.includes(phone))).toEqual([]);
    }),
  );
});

it('reads what the panel shows of phones as the same phones', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(digits, typed)), countries, (sent, country) => {
      const read = readPhones(sent, country);
      const shown = read.phones.map((phone) =>
        read.marks[phone] === 'countryUnknown' ? phone : `+${phone}`,
      );
      expect(readPhones(shown, country)).toEqual({ ...read, unread: [] });
    }),
  );
});

it('keeps the digits behind a plus', () => {
  fc.assert(
    fc.property(digits, countries, (phone, country) => {
      expect(readPhones(`+${phone}`, country).phones).toEqual([phone]);
    }),
  );
});
