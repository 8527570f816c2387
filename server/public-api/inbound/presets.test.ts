import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type PresetName, presetNames } from '#db/values/inbound-addresses.ts';
import { anyFields } from '../../testing/any-json.ts';
import { bodyOf, readSent, senderBody } from '../../testing/inbound.ts';
import { parseObject } from '../read-json.ts';
import { askedBy } from './presets/question.ts';
import { comesFromOf, onceAPerson, readPreset } from './presets.ts';

const maria = { name: 'Maria Silva', phones: ['5511987654321'] };
const google = {
  externalLeadId: 'TeSter-123-ABC',
  formId: 40000000000,
  gclid: 'TeSter-123-ABC',
  is_test: true,
  name: 'FirstName LastName',
  campaign_id: 281489216452814,
  adgroup_id: 20000000000,
  creative_id: 30000000000,
};
const ids = { campaign_id: 281489216452814, adgroup_id: 20000000000, creative_id: 30000000000 };
const webflow = { externalLeadId: '6321ca84df3949bfc6752327' };
const unbounce = { formId: '3b5d8f0e-0000-4000-8000-000000000000' };
const rdStation = {
  externalLeadId: 'c2f3d2b3-7250-4d27-97f4-eef38be32f7f',
  phones: ['48 99999-9999', '48 3025-2598'],
  email: 'maria@example.com',
  name: 'Maria Silva',
};
const rdStationLead = { ...rdStation, phones: ['5548999999999', '554830252598'] };
const flatMaria = { name: 'Maria Silva', phone: '+5511987654321' };
const whatsapp = {
  externalLeadId: '5511987654321',
  phones: ['+5511987654321'],
  name: 'Maria Silva',
  message: 'Olá',
};

/** Where the sources are named: `server/testing/senders/`. */
it.each<[sender: string, preset: PresetName, body: object, fields: object]>([
  [
    'google-ads',
    'googleAds',
    google,
    {
      name: 'FirstName LastName',
      externalLeadId: 'TeSter-123-ABC',
      formId: '40000000000',
      gclid: 'TeSter-123-ABC',
      customFields: ids,
    },
  ],
  [
    'meta-graph-lead',
    'metaLead',
    {
      externalLeadId: '1234567890123456',
      formId: '987654321098765',
      full_name: 'Maria Silva',
      phone_number: '+5511987654321',
    },
    { ...maria, externalLeadId: '1234567890123456', formId: '987654321098765' },
  ],
  [
    'elementor',
    'elementor',
    { formId: 'a1b2c3d', Name: 'Maria Silva', Phone: '+5511987654321' },
    { ...maria, formId: 'a1b2c3d' },
  ],
  [
    'elementor-advanced',
    'elementor',
    { formId: 'a1b2c3d', name: 'Maria Silva' },
    { name: 'Maria Silva', formId: 'a1b2c3d' },
  ],
  [
    'typeform',
    'typeform',
    {
      externalLeadId: 'a3a12ec67a1365927098a606107fac15',
      formId: 'lT4Z3j',
      name: 'Laura',
      utm_source: 'newsletter',
    },
    {
      name: 'Laura',
      externalLeadId: 'a3a12ec67a1365927098a606107fac15',
      formId: 'lT4Z3j',
      utmSource: 'newsletter',
    },
  ],
  [
    'webflow-v1',
    'webflow',
    { ...webflow, formId: 'Sample Form', name: 'Some One', email: 'some.one@home.com' },
    { ...webflow, formId: 'Sample Form', name: 'Some One', email: 'some.one@home.com' },
  ],
  [
    'webflow-v2',
    'webflow',
    {
      ...webflow,
      formId: '65429eadebe8a9f3a30f62d0',
      'First Name': 'Zaphod',
      'Last Name': 'Beeblebrox',
      email: 'zaphod@heartofgold.ai',
      'Phone Number': 15550000000,
    },
    {
      ...webflow,
      formId: '65429eadebe8a9f3a30f62d0',
      name: 'Zaphod Beeblebrox',
      email: 'zaphod@heartofgold.ai',
      phones: ['15550000000'],
      phoneMarks: { 15550000000: 'countryUnknown' },
    },
  ],
  ['unbounce-form', 'unbounce', { name: 'Maria' }, { name: 'Maria' }],
  [
    'unbounce-json',
    'unbounce',
    {
      ...unbounce,
      name: 'Maria Silva',
      phone_number: '+55 11 98765-4321',
      email: 'maria@example.com',
      page_name: 'Spring',
      utm_source: 'google',
      utm_medium: 'cpc',
    },
    {
      ...unbounce,
      ...maria,
      email: 'maria@example.com',
      pageName: 'Spring',
      utmSource: 'google',
      utmMedium: 'cpc',
    },
  ],
  ['unbounce-xml', 'unbounce', { name: 'Maria Silva', phone_number: '+55 11 98765-4321' }, maria],
  [
    'tally',
    'tally',
    { externalLeadId: '2wgx4n', formId: 'VwbNEw', Name: 'Maria Silva', phones: '+32467000000' },
    { externalLeadId: '2wgx4n', formId: 'VwbNEw', name: 'Maria Silva', phones: ['32467000000'] },
  ],
  [
    'jotform',
    'jotform',
    { formId: '230000000000000', name: 'Maria Silva' },
    { formId: '230000000000000', name: 'Maria Silva' },
  ],
  [
    'gravity-forms-all-fields',
    'gravityForms',
    {
      formId: '5',
      email: 'maria@example.com',
      phones: '(555) 123-4567',
      source_url: 'https://shop.example/contact/',
      firstName: 'Maria',
      lastName: 'Silva',
    },
    {
      formId: '5',
      name: 'Maria Silva',
      email: 'maria@example.com',
      phones: ['555551234567'],
      customFields: { source_url: 'https://shop.example/contact/' },
    },
  ],
  [
    'gravity-forms-selected-fields',
    'gravityForms',
    {
      formId: '5',
      first_name: 'Maria',
      last_name: 'Silva',
      phone: '(555) 123-4567',
      email: 'maria@example.com',
      lead_id: '123',
    },
    {
      formId: '5',
      externalLeadId: '123',
      name: 'Maria Silva',
      email: 'maria@example.com',
      phones: ['555551234567'],
    },
  ],
  [
    'cf7-telephone',
    'contactForm7',
    {
      'your-name': 'João Souza',
      'your-email': 'joao@example.com',
      'your-tel': '(11) 91234-5678',
      'your-subject': 'Hi',
      'your-message': 'Hello',
    },
    {
      name: 'João Souza',
      email: 'joao@example.com',
      phones: ['5511912345678'],
      message: 'Hello',
      customFields: { 'your-subject': 'Hi' },
    },
  ],
  [
    'wpforms-form',
    'wpforms',
    {
      name: 'Maria Silva',
      email: 'maria@example.com',
      phone: '+1 555-123-4567',
      message: 'Please call\nme.',
    },
    {
      name: 'Maria Silva',
      email: 'maria@example.com',
      phones: ['15551234567'],
      message: 'Please call\nme.',
    },
  ],
  [
    'hubspot-all-properties',
    'hubspot',
    { externalLeadId: 51, firstname: 'Maria', lastname: 'Silva', phone: '+55 11 98765-4321' },
    { ...maria, externalLeadId: '51' },
  ],
  [
    'hubspot-mobile',
    'hubspot',
    {
      externalLeadId: 51,
      firstname: 'Maria',
      lastname: 'Silva',
      phone: '+55 11 3333-4444',
      mobilephone: '+55 11 98765-4321',
      email: 'maria@example.com',
    },
    {
      name: 'Maria Silva',
      externalLeadId: '51',
      email: 'maria@example.com',
      phones: ['551133334444', '5511987654321'],
    },
  ],
  [
    'rd-station',
    'rdStation',
    { ...rdStation, company: 'Acme', tags: ['tag 1'], identificador: 'webinar-abc' },
    {
      ...rdStationLead,
      customFields: { company: 'Acme', tags: 'tag 1', identificador: 'webinar-abc' },
    },
  ],
  [
    'rd-station-contact',
    'rdStation',
    { ...rdStation, identificador: 'webinar-abc' },
    { ...rdStationLead, customFields: { identificador: 'webinar-abc' } },
  ],
  [
    'cal-com',
    'calCom',
    {
      externalLeadId: 'abc123',
      name: 'Maria Silva',
      email: 'maria@example.com',
      phones: '+5511987654321',
      title: 'Call between Ana and Maria',
      startTime: '2026-11-21T10:00:00Z',
    },
    {
      ...maria,
      externalLeadId: 'abc123',
      email: 'maria@example.com',
      customFields: { title: 'Call between Ana and Maria', startTime: '2026-11-21T10:00:00Z' },
    },
  ],
  [
    'make-callrail',
    'callRail',
    {
      externalLeadId: 'CAL8154748ae6bd4e278a7cddd38a662f4f',
      phones: '+15035550134',
      customer_name: 'MARIA SILVA',
      customer_city: 'Portland',
      utm_source: 'google',
      utm_medium: 'cpc',
      gclid: 'Cj0KCQ',
      landing_page_url: 'https://shop.example/',
      direction: 'inbound',
    },
    {
      externalLeadId: 'CAL8154748ae6bd4e278a7cddd38a662f4f',
      phones: ['15035550134'],
      name: 'MARIA SILVA',
      utmSource: 'google',
      utmMedium: 'cpc',
      gclid: 'Cj0KCQ',
      customFields: {
        customer_city: 'Portland',
        landing_page_url: 'https://shop.example/',
        direction: 'inbound',
      },
    },
  ],
  ['whatsapp-evolution', 'whatsappEvolution', whatsapp, { ...whatsapp, ...maria }],
  ['whatsapp-cloud', 'whatsappCloud', whatsapp, { ...whatsapp, ...maria }],
  ['html-form', 'htmlForm', flatMaria, maria],
  ['html-form-multipart', 'htmlForm', flatMaria, maria],
  [
    'zoho-forms-labels',
    'other',
    {
      'Full Name': 'Zoë O’Neill',
      Phone: '+353 85 123 4567',
      'E-mail': 'zoe@example.com',
      'UTM Source': 'google',
      'UTM Medium': 'cpc',
      'Added Time': '20-Nov-2026 09:15:00',
    },
    {
      name: 'Zoë O’Neill',
      phones: ['353851234567'],
      email: 'zoe@example.com',
      utmSource: 'google',
      utmMedium: 'cpc',
      customFields: { 'Added Time': '20-Nov-2026 09:15:00' },
    },
  ],
])('reads %s as %s', (sender, preset, body, fields) => {
  const read = readSent(preset, senderBody(sender));
  expect(read.bodies).toEqual([body]);
  expect(read.fields).toEqual([fields]);
  expect(read.isTest).toBe(sender === 'google-ads');
});

it.each(presetNames)('%s: reads what has another shape by the names of its fields', (preset) => {
  const { fields } = readSent(preset, bodyOf('nome=Maria+Silva&celular=%2B5511987654321'));
  expect(fields).toEqual([maria]);
});

it('knows where leads come from', () => {
  const known = presetNames.filter((preset) => comesFromOf(preset));
  expect(known).toEqual(['googleAds']);
  expect(comesFromOf('googleAds')).toEqual({
    source: 'google',
    medium: 'cpc',
    channel: 'paid_search',
  });
  expect(presetNames.filter(onceAPerson)).toEqual(['whatsappEvolution', 'whatsappCloud']);
});

it.each<[question: string, answer: unknown, asked: string | undefined]>([
  ["What's your name?", 'Ana', 'name'],
  ['Qual é o seu nome?', 'Ana', 'name'],
  ['qual_o_seu_nome_completo?', 'Ana', 'name'],
  ['Nome e sobrenome', 'Ana Lima', 'name'],
  ['¿Cómo te llamas?', 'Ana', 'name'],
  ['Como você se chama?', 'Ana', 'name'],
  ['¿Cuál es tu nombre y apellidos?', 'Ana Lima', 'name'],
  ['What is your first name?', 'Ana', 'firstName'],
  ['Primeiro nome', 'Ana', 'firstName'],
  ['And your last name?', 'Lima', 'lastName'],
  ['Your first and last name', 'Ana Lima', 'name'],
  ['Sobrenome', 'Lima', 'lastName'],
  ['Nome da empresa', 'Acme', undefined],
  ["What's the name of your company?", 'Acme', undefined],
  ["Your pet's name", 'Rex', undefined],
  ['O que mais chama a sua atenção?', 'Preço', undefined],
  ['Your name', '11 98765-4321', undefined],
  ['Username of choice', 'ana', undefined],
  ['Qual é o seu WhatsApp?', '(11) 98765-4321', 'phones'],
  ['Telefone com DDD', 11987654321, 'phones'],
  ['Phone or email?', 'phone', undefined],
  ['Seu melhor e-mail', 'ana@example.com', 'email'],
  ['Seu melhor e-mail', 'none', undefined],
  ['Which name?', ['Ana'], undefined],
])('%j answered with %j asks for %s', (question, answer, asked) => {
  expect(askedBy(question, answer)).toBe(asked);
});

/** Names that the presets look for. */
const names = [
  ...'form_response answers definition fields field type text id ref title hidden data payload'.split(
    ' ',
  ),
  ...'triggerEvent attendees responses value label leads contact custom_fields event key'.split(
    ' ',
  ),
  ...'entry changes messages contacts profile from user_column_data column_id field_data'.split(
    ' ',
  ),
  ...'properties rawRequest data.json data.xml 1.3 1.6 fields[a] form_data __proto__'.split(' '),
];
const texts = [
  'form_submission',
  'BOOKING_CREATED',
  'messages.upsert',
  'email',
  'choice',
  '__proto__',
];
const { value: anyShape } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom<unknown>(...texts, null, true, 5511987654321, '{"q3_name":{"first":"x"}}'),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 6, noNullPrototype: true }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
}));
const anyBody = fc.oneof(
  anyFields,
  fc.dictionary(fc.constantFrom(...names), anyShape, { noNullPrototype: true }),
);

it('reads any object with any preset', () => {
  const prototype = Object.getOwnPropertyNames(Object.prototype);
  fc.assert(
    fc.property(anyBody, fc.constantFrom(...presetNames), (body, preset) => {
      const { bodies, nothing } = readPreset(preset, body);
      expect(bodies.length > 0).toBe(nothing === undefined);
      for (const read of bodies) expect(parseObject(JSON.stringify(read))).toBeTypeOf('object');
      expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(prototype);
    }),
    { numRuns: 3_000 },
  );
});

const many = <Item>(count: number, item: (n: number) => Item) =>
  Array.from({ length: count }, (_, n) => item(n));

it.each<[preset: PresetName, body: object]>([
  [
    'typeform',
    { form_response: { answers: many(2_000, (n) => ({ type: 'text', text: `${n}` })) } },
  ],
  ['tally', { data: { fields: many(3_000, (n) => ({ label: 'a', value: [n] })) } }],
  [
    'tally',
    { data: { fields: many(2, (n) => ({ label: 'a', value: many(15_000, (m) => n + m) })) } },
  ],
  ['other', Object.fromEntries(many(10_000, (n) => [`name${n}`, 'x']))],
  ['other', { ['name '.repeat(13_000)]: 'x' }],
  ['jotform', { rawRequest: `{"a":${'['.repeat(60_000)}` }],
  ['unbounce', { 'data.xml': '<a>'.repeat(20_000) }],
  ['webflow', { data: { a: 1 }, schema: many(5_000, (n) => ({ fieldName: `${n}` })) }],
  ['gravityForms', Object.fromEntries(many(5_000, (n) => [`${n}.3`, 'x']))],
])('reads a large body of %s', { timeout: 2_000 }, (preset, body) => {
  expect(readPreset(preset, body).bodies.length).toBeLessThanOrEqual(50);
});
