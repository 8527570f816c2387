import { describe, expect, it } from 'vitest';
import type { FieldRule } from '#db/values/field-mapping.ts';
import { parseObject } from './read-json.ts';
import { type ReadLead, readLead } from './read-lead.ts';

const mapping: readonly FieldRule[] = [];
const context = { mapping, country: 'BR', isStrict: false };
const read = (body: object | string, more: Partial<typeof context> = {}) =>
  readLead(typeof body === 'string' ? parseObject(body) : body, { ...context, ...more });

/** What is stored, without what the answer names. */
function storedOf(body: object | string) {
  const { unstored: _, ignoredFields: __, ...fields } = read(body).fields ?? {};
  return fields;
}

const maria = '5511987654321';
const long = (length: number) => '😀'.repeat(length);

it.each<[what: string, body: object, stored: object]>([
  ['trimmed', { name: ' Maria ' }, { name: 'Maria' }],
  ['a number', { name: 5 }, { name: '5' }],
  ['of another case', { NAME: 'Maria' }, { name: 'Maria' }],
  ['in Portuguese', { nome: 'Maria' }, { name: 'Maria' }],
  ['of a customer', { 'Customer Name': 'Maria' }, { name: 'Maria' }],
  ['fullName', { full_name: 'Maria Silva' }, { name: 'Maria Silva' }],
  ['two parts', { 'First-Name': 'Maria', lastname: 'Silva' }, { name: 'Maria Silva' }],
  ['a dot as last name', { firstName: 'Maria', lastName: '.' }, { name: 'Maria' }],
  ['a last name alone', { lastName: 'Silva' }, { name: 'Silva' }],
  [
    'an email address',
    { name: ' … ', email: 'a@b.test' },
    { name: 'a@b.test', nameFrom: 'email', email: 'a@b.test' },
  ],
  [
    'a phone',
    { name: '\u200b\u2800', phone: maria },
    { name: maria, nameFrom: 'phones', phones: [maria] },
  ],
  [
    'the address before the phone',
    { tel: maria, 'E-mail': 'a@b.test' },
    { name: 'a@b.test', nameFrom: 'email', email: 'a@b.test', phones: [maria] },
  ],
])('names a lead by a name that is %s', (_, body, stored) => {
  expect(storedOf(body)).toEqual(stored);
});

it.each<[body: object, error: string]>([
  [{}, 'name: is required'],
  [{ name: null }, 'name: is required (the body has name)'],
  [{ Name: '', Phone: '' }, 'name: is required (the body has Name, Phone)'],
  [{ name: '...', city: 'x' }, 'name: is required (the body has city, name)'],
  [
    { phones: ['call me'], email: 'maria' },
    'name: is required (the body has phones, email); phones[0]: must hold 8 to 15 digits with country code; email: must be an email address',
  ],
  [{ name: { first: 'Maria' } }, 'name: is required (the body has name); name: must be a text'],
  [
    { name: '{{name}}' },
    'name: is required (the body has name); name: is a placeholder that was not filled in',
  ],
  [
    { lead: { full_name: 'Maria' } },
    'name: is required (the body has lead): send the fields of lead without lead around them',
  ],
])('refuses %j, which names no person', (body, error) => {
  const { fields, issues } = read(body);
  expect(fields).toBeUndefined();
  expect(issues.map(({ path, message }) => `${path}: ${message}`).join('; ')).toBe(error);
});

/** Beside the name `x`. */
const texts: [what: string, sent: unknown, stored: string | undefined][] = [
  ['text', ' a ', 'a'],
  ['a number', 1.5, '1.5'],
  ['minus nothing', -0, '-0'],
  ['a boolean', false, 'false'],
  ['a list of one', ['a'], 'a'],
  ['a list', ['a', '', null, 2, true], 'a, 2, true'],
  ['null', null, undefined],
  ['blank text', ' \n', undefined],
  ['an empty list', [], undefined],
  ['an empty object', {}, undefined],
  ['NUL and half of a pair', 'a\0\ud800', 'a\ufffd\ufffd'],
  ['a placeholder of mustache', '{{ name }}', undefined],
  ['two placeholders', '{{a}} {{{b}}}', undefined],
  ['a placeholder of JavaScript', `\${name}`, undefined],
  ['a placeholder of WordPress', '[[name]]', undefined],
  ['undefined', 'undefined', undefined],
  ['null as text', ' null ', undefined],
  ['NaN', 'NaN', undefined],
  ['not set', '(not set)', undefined],
  ['an object as text', '[object Object]', undefined],
  ['a dummy of Meta', '<test lead: dummy data for city>', undefined],
  ['text with a placeholder', 'Hello {{name}}', 'Hello {{name}}'],
  ['Null, a family name', 'Null', 'Null'],
  ['braces', '{a}', '{a}'],
];
it.each(texts)('reads %s', (_, sent, stored) => {
  for (const field of ['segment', 'message', 'campaignName', 'formId', 'externalLeadId']) {
    expect(storedOf({ name: 'x', [field]: sent })).toEqual({
      name: 'x',
      ...(stored !== undefined && { [field]: stored }),
    });
  }
});

it('keeps every digit of a number', () => {
  const body = '{"name":"x","formId":281489216452814999,"message":1.50,"customFields":{"a":1e400}}';
  expect(storedOf(body)).toEqual({
    name: 'x',
    formId: '281489216452814999',
    message: '1.50',
    customFields: { a: '1e400' },
  });
});

it.each<[sent: unknown, stored: object]>([
  ['a@b.test', { email: 'a@b.test' }],
  ['Maria <a@b.test>', { email: 'a@b.test' }],
  ['mailto:a@b.test.', { email: 'a@b.test' }],
  ["o'brien@b.test", { email: "o'brien@b.test" }],
  ['é@ß.test', { email: 'é@ß.test' }],
  ['a@b.test, c@d.test', { email: 'a@b.test', unreadValues: { email: 'a@b.test, c@d.test' } }],
  [['a@b.test', 'c@d.test'], { email: 'a@b.test', unreadValues: { email: 'a@b.test, c@d.test' } }],
  ['a@b.test/c@d.test', { email: 'a@b.test', unreadValues: { email: 'a@b.test/c@d.test' } }],
  ['maria', { unreadValues: { email: 'maria' } }],
  ['maria@b', { unreadValues: { email: 'maria@b' } }],
  ['@b.test', { unreadValues: { email: '@b.test' } }],
  [{ work: 'a@b.test' }, { unreadValues: { email: '{"work":"a@b.test"}' } }],
])('reads the address %j', (sent, stored) => {
  expect(storedOf({ name: 'x', email: sent })).toEqual({ name: 'x', ...stored });
});

it('takes the phones of all names, and keeps what is none', () => {
  const body = {
    name: 'x',
    Tel: '+49 30 1234567',
    phones: [maria, 'call me'],
    mobile: 'x',
    phone: '',
  };
  expect(storedOf(body)).toEqual({
    name: 'x',
    phones: [maria, '49301234567'],
    unreadPhones: ['call me', 'x'],
  });
  expect(read(body)).toMatchObject({ unread: ['phones', 'mobile'], ignored: [] });
});

it('keeps phones beyond twenty unread', () => {
  const many = Array.from({ length: 25 }, (_, n) => String(551198765_0000 + n));
  const { fields, unread } = read({ name: 'x', phones: many.slice(0, 15), tel: many.slice(15) });
  expect(fields?.phones).toEqual(many.slice(0, 20));
  expect(fields?.unreadPhones).toEqual(many.slice(20));
  expect(unread).toEqual(['phones']);
});

it('marks a phone whose country is unknown', () => {
  const { fields, warnings } = read({ name: 'x', phones: ['33334444'] });
  expect(fields).toMatchObject({
    phones: ['33334444'],
    phoneMarks: { '33334444': 'countryUnknown' },
  });
  expect(warnings).toMatchObject([{ path: 'phones[0]', code: 'unknown_country' }]);
});

it.each<[what: string, sent: unknown, stored: unknown]>([
  [
    'values that are present',
    { a: 'b', n: 1.5, yes: true, no: null, e: '' },
    { a: 'b', n: 1.5, yes: true },
  ],
  [
    'lists and objects',
    { l: ['a', 1], o: { a: [1] }, m: [{ a: 1 }] },
    { l: 'a, 1', o: '{"a":[1]}', m: '[{"a":1}]' },
  ],
  ['a long name', { [long(101)]: 1 }, { [long(100)]: 1 }],
  ['a name with NUL', { 'a\0': 1 }, { 'a\ufffd': 1 }],
])('reads custom fields with %s', (_, sent, stored) => {
  expect(storedOf({ name: 'x', custom_fields: sent })).toEqual({ name: 'x', customFields: stored });
});

it('keeps custom fields that are no object as text', () => {
  expect(storedOf({ name: 'x', customFields: [1, 'a'] })).toEqual({
    name: 'x',
    unreadValues: { customFields: '[1,"a"]' },
  });
});

it('keeps a part of the name that is no text as the name that was sent', () => {
  expect(storedOf({ firstName: { a: 1 }, lastName: [{ b: 1 }], email: 'a@b.test' })).toEqual({
    name: 'a@b.test',
    nameFrom: 'email',
    email: 'a@b.test',
    unreadValues: { name: '{"a":1}, [{"b":1}]' },
  });
});

const names = ({ ignored, unread, truncated }: ReadLead) => ({ ignored, unread, truncated });

describe('names', () => {
  it.each<[what: string, body: object, named: Partial<ReturnType<typeof names>>]>([
    [
      'unknown fields',
      { city: 1, appId: 1, company_id: 2 },
      { ignored: ['city', 'appId', 'company_id'] },
    ],
    ['a second value', { nome: 'y', Name: 'x' }, { ignored: ['nome'] }],
    ['no equal second value', { nome: ' x ', campaignName: 1, campaign_name: '1' }, {}],
    [
      'parts of another name',
      { full_name: 'y', firstName: 'z', lastName: '' },
      { ignored: ['full_name', 'firstName'] },
    ],
    ['no parts of the name', { firstName: 'x', fullName: 'x' }, {}],
    [
      'long text',
      { Segment: 's'.repeat(201), gclid: 'g'.repeat(501) },
      { truncated: ['Segment', 'gclid'] },
    ],
    [
      'a long custom field',
      { customFields: { a: 'a'.repeat(5_001) } },
      { truncated: ['customFields.a'] },
    ],
    [
      'too many custom fields',
      { customFields: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, n])) },
      { truncated: ['customFields'] },
    ],
    [
      'placeholders',
      { phones: ['{{phone}}'], tags: '{{tags}}', segment: 'null' },
      { ignored: ['tags'], unread: ['phones', 'segment'] },
    ],
    [
      'the prototype',
      { customFields: JSON.parse('{"__proto__":1}') },
      { ignored: ['customFields.__proto__'] },
    ],
    ['no mark of a test', { is_test: true }, {}],
  ])('%s', (_, body, named) => {
    const lead = read({ name: 'x', ...body });
    expect(lead.fields?.name).toBe('x');
    expect(names(lead)).toEqual({ ignored: [], unread: [], truncated: [], ...named });
  });
});

it.each([
  [{ is_test: true }, true],
  [{ 'Is Test': 'true' }, true],
  [{ isTest: false }, false],
  [{ is_test: 1 }, false],
  [{}, false],
])('%j makes a test: %s', (body, isTest) => {
  expect(read({ name: 'x', ...body }).isTest).toBe(isTest);
});

describe('a strict sender', () => {
  it.each<[what: string, body: object, problems: [path: string, code: string][]]>([
    ['kept phones', { phones: [maria, 'x'] }, [['phones[1]', 'invalid_phone']]],
    ['a kept address', { mail: 'x' }, [['mail', 'invalid_email']]],
    ['a second address', { email: 'a@b.test, c@d.test' }, [['email', 'too_many']]],
    ['cut text', { message: 'm'.repeat(10_001) }, [['message', 'too_long']]],
    ['a joined list', { segment: ['a', 'b'] }, [['segment', 'invalid_type']]],
    ['an object', { adName: { a: 1 } }, [['adName', 'invalid_type']]],
    [
      'a custom field',
      { customFields: { 'a/~': ['a', 'b'] } },
      [['customFields.a/~', 'invalid_type']],
    ],
    [
      'all of it',
      { name: 'n'.repeat(201), phones: 'x', segment: '{{segment}}' },
      [
        ['phones', 'invalid_phone'],
        ['segment', 'placeholder'],
        ['name', 'too_long'],
      ],
    ],
  ])('is refused for %s', (_, body, problems) => {
    const sent = { name: 'x', ...body };
    const strict = read(sent, { isStrict: true });
    expect(strict.fields).toBeUndefined();
    expect(strict.issues.map(({ path, code }) => [path, code])).toEqual(problems);
    const lenient = read(sent);
    expect(lenient.fields).toBeDefined();
    expect(lenient.warnings).toEqual([...strict.issues, ...strict.warnings]);
  });

  it.each([
    ['another value', { nome: 'y' }],
    ['a placeholder', { segment: '{{segment}}' }],
    ['replaced characters', { segment: 'a\0' }],
    ['words around an address', { email: 'Maria <a@b.test>' }],
    ['an unknown field', { city: 1 }],
    ['a name that was not sent', { name: '', email: 'a@b.test' }],
  ])('is not refused for %s', (_, body) => {
    expect(read({ name: 'x', ...body }, { isStrict: true }).fields).toBeDefined();
  });
});

it('points to the place in the body', () => {
  const { warnings } = read({ name: 'x', custom_fields: { 'a/~': ['a', 'b'] } });
  expect(warnings).toEqual([
    {
      path: 'custom_fields.a/~',
      pointer: '/custom_fields/a~1~0',
      message: 'must be one text, not a list',
      code: 'invalid_type',
    },
  ]);
});

const typeform = {
  form_response: {
    answers: [
      { type: 'phone_number', phone_number: '+5511987654321', field: { ref: 'phone' } },
      { type: 'text', text: 'Laura', field: { ref: 'name' } },
    ],
  },
};
const meta = {
  field_data: [
    { name: 'phone_number', values: ['+5511987654321'] },
    { name: 'full_name', values: ['Laura'] },
  ],
};
const googleAds = {
  user_column_data: [
    { column_name: 'Phone', string_value: '+5511987654321', column_id: 'PHONE_NUMBER' },
    { column_name: 'Full Name', string_value: 'Laura', column_id: 'FULL_NAME' },
  ],
};

describe('a mapping', () => {
  const mapped = (body: object, ...rules: FieldRule[]) => read(body, { mapping: rules });

  it.each<[tool: string, body: object, phone: FieldRule['path'], name: FieldRule['path']]>([
    [
      'Typeform',
      typeform,
      ['form_response', 'answers', 'phone', 'phone_number'],
      ['form_response', 'answers', 'name', 'text'],
    ],
    ['Meta', meta, ['field_data', 'phone_number', 'values'], ['field_data', 'full_name', 'values']],
    [
      'Google Ads',
      googleAds,
      ['user_column_data', 'PHONE_NUMBER', 'string_value'],
      ['user_column_data', 'FULL_NAME', 'string_value'],
    ],
  ])('reads the fields of a form of %s by their names', (_, body, phone, name) => {
    const { fields } = mapped(
      body,
      { path: phone, field: 'phones' },
      { path: name, field: 'name' },
    );
    expect(fields).toMatchObject({ name: 'Laura', phones: [maria] });
  });

  it('comes before what names say, and names the other value', () => {
    const { fields, ignored } = mapped(
      { name: 'Form 7', lead: { who: 'Laura' } },
      { path: ['lead', 'who'], field: 'name' },
    );
    expect(fields).toMatchObject({
      name: 'Laura',
      unstored: { name: { name: 'Form 7' } },
    });
    expect(ignored).toEqual(['name']);
  });

  it('reads a name otherwise than it says', () => {
    const { fields, ignored } = mapped(
      { name: 'Laura', email: '+5511987654321' },
      { path: ['email'], field: 'phones' },
    );
    expect(fields).toEqual({ name: 'Laura', phones: [maria] });
    expect(ignored).toEqual([]);
  });

  it('takes parts of a name, and custom fields from anywhere', () => {
    const { fields } = mapped(
      { a: { first: 'Laura', last: 'Lima', plan: { id: 1 } } },
      { path: ['a', 'first'], field: 'firstName' },
      { path: ['a', 'last'], field: 'lastName' },
      { path: ['a', 'plan'], field: 'customFields', name: 'Plan' },
    );
    expect(fields).toMatchObject({ name: 'Laura Lima', customFields: { Plan: '{"id":1}' } });
  });

  it('points at what cannot be read, by its place in the body', () => {
    const { warnings, unread } = mapped(
      { name: 'Laura', list: [{ key: 'mail', value: 'none' }] },
      { path: ['list', 'mail', 'value'], field: 'email' },
    );
    expect(unread).toEqual(['list.mail.value']);
    expect(warnings).toMatchObject([{ path: 'list.mail.value', pointer: '/list/0/value' }]);
  });

  it('leaves what is empty or gone to the next rule, and does not call it ignored', () => {
    const { fields, ignored } = mapped(
      { name: 'Laura', a: { mail: ' ' }, b: 'l@crm.test' },
      { path: ['a', 'mail'], field: 'email' },
      { path: ['gone'], field: 'email' },
      { path: ['b'], field: 'email' },
    );
    expect(fields).toEqual({ name: 'Laura', email: 'l@crm.test' });
    expect(ignored).toEqual([]);
  });
});

describe('with answers that are kept', () => {
  const answers = { ...context, keepsAnswers: true };
  const keep = (body: object, more: Partial<typeof context> = {}) =>
    readLead({ name: 'Maria', ...body }, { ...answers, ...more });

  it('makes custom fields of what names and rules do not read', () => {
    const body = {
      Plan: ' Pro ',
      size: 5,
      ok: true,
      list: ['a', 'b'],
      customFields: { Plan: 'Basic' },
      city: 'Recife',
      ['x'.repeat(101)]: 'y',
    };
    const rules: FieldRule[] = [{ path: ['city'], field: 'segment' }];
    const { fields, ignored, truncated } = keep(body, { mapping: rules });
    expect(fields).toMatchObject({
      segment: 'Recife',
      customFields: { Plan: 'Basic', size: 5, ok: true, list: 'a, b', ['x'.repeat(100)]: 'y' },
    });
    expect(ignored).toEqual(['Plan']);
    expect(truncated).toEqual(['x'.repeat(101)]);
  });

  it('leaves what is no answer', () => {
    const body = {
      appId: '1',
      'Company ID': '2',
      _token: '3',
      ' ': '4',
      empty: '',
      blank: '{{plan}}',
      data: { a: 1 },
      items: [{ a: 1 }],
    };
    const { fields, ignored, unread } = keep(body);
    expect(fields).not.toHaveProperty('customFields');
    expect(ignored).toEqual(Object.keys(body));
    expect(unread).toEqual(['blank']);
  });

  it('keeps as many as there may be, and ignores the others', () => {
    const body = Object.fromEntries(Array.from({ length: 52 }, (_, n) => [`f${n}`, n]));
    const { fields, ignored } = keep(body);
    expect(Object.keys(fields?.customFields ?? {})).toHaveLength(50);
    expect(ignored).toEqual(['f50', 'f51']);
    expect(fields?.unstored).toEqual({ customFields: { f50: 50, f51: 51 } });
  });

  it('keeps none by default', () => {
    expect(readLead({ name: 'Maria', plan: 'Pro' }, context).ignored).toEqual(['plan']);
  });
});
