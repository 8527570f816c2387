import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldRule } from '#db/values/field-mapping.ts';
import { textFields } from '#db/values/lead-fields.ts';
import { naturalKeyOf } from '../intake/request-keys.ts';
import { maxFoundNamesBytes, maxIgnoredFieldsBytes, maxNotes } from '../limits.ts';
import { readPhones } from '../services/leads/read-phones.ts';
import { isPlaceholder } from '../services/leads/read-values.ts';
import { anyFields } from '../testing/any-json.ts';
import { leadHeaders } from './lead-headers.ts';
import { submissionOf } from './lead-input.ts';
import { parseObject } from './read-json.ts';
import { readLead } from './read-lead.ts';

const mapping: FieldRule[] = [
  { path: ['city'], field: 'customFields', name: 'city' },
  { path: ['a', 'b'], field: 'email' },
];
const context = { mapping, country: 'BR', isStrict: false };
const read = (body: object) => readLead(body, context);

const somePerson = fc
  .tuple(
    fc.constantFrom(
      'name',
      'Nome',
      'your-name',
      'full_name',
      'first name',
      'Tel',
      'phones',
      'E-mail',
    ),
    fc.constantFrom('Maria', '+55 11 98765-4321', 'a@b.test'),
  )
  .filter(([name, value]) => /tel|phones/i.test(name) === value.startsWith('+'))
  .filter(([name, value]) => /mail/i.test(name) === value.includes('@'))
  .map(([name, value]) => ({ [name]: value }));

/** What PostgreSQL can store, within the limits of the field. */
function expectStorable({ unstored: _, ...fields }: { unstored?: unknown }): void {
  for (const field of ['name', ...textFields] as const) {
    const text = (fields as Record<string, unknown>)[field];
    if (text === undefined) continue;
    expect(text).toBeTypeOf('string');
    expect(String(text).isWellFormed() && !String(text).includes('\0')).toBe(true);
    expect([...String(text)].length).toBeLessThanOrEqual(10_000);
  }
  expect(JSON.stringify(fields)).not.toContain('"\\u0000');
}

it('reads any object with a name, a phone or an address that can be read', () => {
  fc.assert(
    fc.property(anyFields, somePerson, (fields, person) => {
      const { fields: lead } = read({ ...fields, ...person });
      expect(lead?.name).toBeTruthy();
      expectStorable(lead ?? {});
    }),
    { numRuns: 500 },
  );
});

it('reads every code point as a value, and many as names', () => {
  const step = 0x400;
  for (let first = 0; first <= 0x10ffff; first += step) {
    const points = Array.from({ length: step }, (_, n) => String.fromCodePoint(first + n));
    const all = points.join('');
    const named = points.filter((_, n) => n % 32 === 0);
    const names = Object.fromEntries(named.map((point) => [point, point]));
    const body = { name: `x${all}`, segment: all, email: all, phones: [all], customFields: names };
    const { fields } = read({ ...names, ...body });
    expectStorable(fields ?? {});
  }
});

const many = (count: number, value: (n: number) => unknown, name = (n: number) => `k${n}`) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [name(n), value(n)]));
/** Spellings of a name, each another one. */
const spelled = (name: string) => (n: number) =>
  `${name}${'_'.repeat(n % 50)}${'-'.repeat(n / 50)}`;

it.each<[what: string, body: object]>([
  ['ten thousand names', many(10_000, (n) => n)],
  ['names of one field', many(2_000, (n) => n, spelled('nome'))],
  ['names of phones', many(2_000, (n) => `x${n}`, spelled('tel'))],
  ['placeholders in custom fields', { customFields: many(10_000, () => '{{x}}') }],
  ['long custom fields', { customFields: many(50, () => ['a'.repeat(5_001), 'b']) }],
  ['long numbers', parseObject(`{"phones":${'9'.repeat(60_000)},"formId":${'9'.repeat(60_000)}}`)],
  ['phones', { phones: many(10_000, (n) => `x${n}`) }],
  [
    'braces',
    { segment: '{{'.repeat(30_000), message: '{{a'.repeat(20_000), adName: '[['.repeat(30_000) },
  ],
  ['addresses', { email: 'a@b.test,'.repeat(7_000) }],
  ['at signs', { email: '@'.repeat(60_000) }],
])('bounds what it says of %s', (_, body) => {
  const lead = read({ name: 'x', ...body });
  const { warnings, fields } = lead;
  expect(fields?.name).toBe('x');
  expect(warnings.length).toBeLessThanOrEqual(2 * maxNotes);
  const headers = leadHeaders(lead);
  expect(JSON.stringify(headers).length).toBeLessThan(
    maxIgnoredFieldsBytes + 3 * maxFoundNamesBytes + 200,
  );
});

/** Texts that reading makes equal more often than not. */
const likely = fc.constantFrom(
  'a',
  'a\0',
  'a\ufffd',
  'a\ud800',
  'a b',
  'a, b',
  '{"b":1}',
  'a@b.test',
  'Maria <a@b.test>',
  'a@b.test.',
  'a@b.test, c@d.test',
  '5511987654321',
  '+55 11 98765-4321 ramal 12',
  '+55 11 98765-4321 ramal 13',
  '11 98765-4321',
  'a'.repeat(200),
  'a'.repeat(201),
  `${'a'.repeat(200)}b`,
  'a'.repeat(10_000),
  'a'.repeat(10_001),
  `${'a'.repeat(10_000)}b`,
);
/** A phone that is sent twice is one phone. */
const repeatsPhone = (texts: unknown[]) =>
  readPhones(texts, 'BR').phones.length < texts.filter(isPhone).length;
const isPhone = (text: unknown) => readPhones(text, 'BR').phones.length > 0;
const scalar = fc.oneof(likely, fc.string({ unit: 'binary' }), fc.integer(), fc.boolean());
const said = fc.oneof(
  { weight: 4, arbitrary: scalar },
  fc.array(scalar, { minLength: 2, maxLength: 3 }).filter((texts) => !repeatsPhone(texts)),
  fc.dictionary(fc.constantFrom('a', 'b'), scalar, { minKeys: 1 }),
);
const fieldNames = ['name', 'phones', 'email', 'message', 'segment', 'externalLeadId'];

/** What a person said with a value, whatever its form. */
function meaning(value: unknown): string {
  if (Array.isArray(value)) {
    const [first, ...more] = value.map(meaning).filter((text) => text !== '');
    return more.length === 0 ? (first ?? '') : JSON.stringify([first, ...more]);
  }
  if (typeof value === 'object') return JSON.stringify(Object.entries(value ?? {}).toSorted());
  const text = String(value).trim();
  return isPlaceholder(text) ? '' : text;
}

/** Blanks, dots and invisible characters say no name, and signs alone no phone. */
const saysSomething = (value: unknown) => /[\p{L}\p{N}]/u.test(meaning(value));
const significant = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '').replace(/^00/, '');

const person = { name: 'x', externalLeadId: '1', email: 'x@y.test' };

function keyOf(fields: object): string | undefined {
  const lead = read(fields).fields;
  const more = { origin: 'public_api', requestId: 'r' } as const;
  return lead && naturalKeyOf({ ...submissionOf(lead, {}), ...more });
}

describe('what differs in anything a person said gets another natural key', () => {
  it.each(fieldNames)('in %s', (field) => {
    fc.assert(
      fc.property(said, said, (one, other) => {
        const compared = field === 'phones' ? significant : (text: string) => text;
        fc.pre(saysSomething(one) && saysSomething(other));
        fc.pre(compared(meaning(one)) !== compared(meaning(other)));
        const [key, otherKey] = [one, other].map((value) => keyOf({ ...person, [field]: value }));
        // Without an external id that can be read, every request is a new lead.
        if (key !== undefined) expect(key).not.toBe(otherKey);
      }),
      { numRuns: 500 },
    );
  });

  it.each<[what: string, form: (value: unknown) => object]>([
    ['custom fields', (value) => ({ customFields: { plan: value } })],
    [
      'custom fields beyond the fiftieth',
      (value) => ({ customFields: { ...many(50, (n) => n), z: value } }),
    ],
    ['fields that the key keeps', (value) => ({ city: value })],
    ['a second name', (value) => ({ nome: value })],
    ['a second address', (value) => ({ mail: value })],
    ['a part of the name', (value) => ({ firstName: value })],
    ['phones beyond the twentieth', (value) => ({ phones: [...many20, value] })],
  ])('in %s', (_, form) => {
    fc.assert(
      fc.property(said, said, (one, other) => {
        fc.pre(saysSomething(one) && saysSomething(other));
        fc.pre(significant(meaning(one)) !== significant(meaning(other)));
        expect(keyOf({ ...person, ...form(one) })).not.toBe(keyOf({ ...person, ...form(other) }));
      }),
      { numRuns: 500 },
    );
  });

  it.each<[what: string, more: object]>([
    ['answers that are kept', {}],
    ['answers for which there is no place', { customFields: many(50, (n) => n) }],
    ['answers whose name is taken', { customFields: { plan: 1 } }],
  ])('in %s', (_, more) => {
    const keyOfAnswer = (plan: unknown) => {
      const { fields } = readLead({ ...person, ...more, plan }, { ...context, keepsAnswers: true });
      const origin = { origin: 'public_api', requestId: 'r' } as const;
      return fields && naturalKeyOf({ ...submissionOf(fields, {}), ...origin });
    };
    fc.assert(
      fc.property(likely, likely, (one, other) => {
        fc.pre(significant(meaning(one)) !== significant(meaning(other)));
        expect(keyOfAnswer(one)).not.toBe(keyOfAnswer(other));
      }),
      { numRuns: 500 },
    );
  });
});

const many20 = Array.from({ length: 20 }, (_, n) => String(5_511_987_650_000 + n));

it('a retry in another order, with other blanks and other ignored fields, has the same key', () => {
  const one = { name: 'Maria', lead_id: 1, phones: ['+55 11 98765-4321'], x: 1 };
  const other = {
    phone: '5511987654321',
    externalLeadId: ' 1 ',
    z: 2,
    Name: 'Maria ',
  };
  const keys = [one, other].map(keyOf);
  expect(keys[0]).toBeDefined();
  expect(keys[1]).toBe(keys[0]);
});
