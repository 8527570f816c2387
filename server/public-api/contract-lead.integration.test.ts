import { describe, expect, it } from 'vitest';
import { describeContract, failed, leadOf } from '#server/testing/contract.ts';

const tenFields = [
  'id',
  'contactId',
  'segment',
  'status',
  'priority',
  'temperature',
  'source',
  'medium',
  'channel',
  'createdAt',
];

/** Sent value, and what is stored of it. */
const attributionFields: [
  camel: string,
  snake: string,
  column: string,
  value: unknown,
  stored: string,
][] = [
  ['campaignName', 'campaign_name', 'campaign_name', ' Spring 🌱 ', 'Spring 🌱'],
  ['adName', 'ad_name', 'ad_name', 'Ad A', 'Ad A'],
  ['adsetName', 'adset_name', 'adset_name', 'Set A', 'Set A'],
  ['formId', 'form_id', 'form_id', '123', '123'],
  ['externalLeadId', 'lead_id', 'external_lead_id', 9007199254740991, '9007199254740991'],
  ['pageId', 'page_id', 'page_id', 42, '42'],
  ['pageName', 'page_name', 'page_name', 'شركة', 'شركة'],
  ['utmSource', 'utm_source', 'utm_source', 'Google', 'Google'],
  ['utmMedium', 'utm_medium', 'utm_medium', 'cpc', 'cpc'],
  ['utmCampaign', 'utm_campaign', 'utm_campaign', 'c', 'c'],
  ['utmTerm', 'utm_term', 'utm_term', 't', 't'],
  ['utmContent', 'utm_content', 'utm_content', 'x', 'x'],
  ['liFatId', 'li_fat_id', 'li_fat_id', 'x', 'x'],
];

const long = (length: number) => '😀'.repeat(length);
const invalid: [what: string, body: unknown, error: string][] = [
  ['no name', {}, 'name: is required'],
  ['a null name', { name: null }, 'name: is required'],
  ['a blank name', { name: '  ' }, 'name: is required'],
  ['a number as name', { name: 5 }, 'name: must be a string'],
  ['a name of 201 characters', { name: long(201) }, 'name: must hold at most 200 characters'],
  ['NUL in the name', { name: 'a\0' }, 'name: must not contain NUL or half of a surrogate pair'],
  [
    'half a surrogate pair',
    { name: 'x', segment: '\ud800' },
    'segment: must not contain NUL or half of a surrogate pair',
  ],
  [
    'a segment of 201 characters',
    { name: 'x', segment: long(201) },
    'segment: must hold at most 200 characters',
  ],
  [
    'fields under other names',
    { Name: 'x', Phone: '1' },
    'name: is required (the body has Name, Phone)',
  ],
  [
    'a name under another name, between fields that are read',
    { email: 'a@b.test', name: null, Name: 'x', phones: ['5511987654321'], page_id: '' },
    'name: is required (the body has Name, email, phones)',
  ],
  [
    'a number as first name',
    { first_name: 5, lastName: 'x' },
    'first_name, lastName: must be a string',
  ],
  [
    'a message of 10,001 characters',
    { name: 'x', message: 'm'.repeat(10_001) },
    'message: must hold at most 10000 characters',
  ],
  ['an object as phones', { name: 'x', phones: { a: 1 } }, 'phones: must be a list of strings'],
  [
    'a truth value as a phone',
    { name: 'x', phones: [true] },
    'phones[0]: must be a string or a whole number',
  ],
  [
    'a number of twenty digits as a phone',
    '{"name":"x","phones":[12345678901234567890]}',
    'phones[0]: must hold 8 to 15 digits with country code',
  ],
  [
    'phones that disagree',
    { name: 'x', phones: ['5511987654321'], phoneNumber: '49301234567' },
    'phones, phoneNumber: have different values; send one of them',
  ],
  [
    'letters in a phone',
    { name: 'x', phones: ['55119876a4321'] },
    'phones[0]: must hold 8 to 15 digits with country code',
  ],
  [
    'seven digits',
    { name: 'x', phones: ['1234567'] },
    'phones[0]: must hold 8 to 15 digits with country code',
  ],
  [
    'sixteen digits',
    { name: 'x', phones: ['1234567890123456'] },
    'phones[0]: must hold 8 to 15 digits with country code',
  ],
  [
    '21 phones',
    { name: 'x', phones: Array.from({ length: 21 }, (_, n) => `55119876543${n + 10}`) },
    'phones: must hold at most 20 numbers',
  ],
  ['a fraction as id', { name: 'x', formId: 1.5 }, 'formId: must be a string or a whole number'],
  [
    'custom fields that are a list',
    { name: 'x', customFields: [1] },
    'customFields: must be an object',
  ],
  [
    'a nested custom field',
    { name: 'x', custom_fields: { a: {} } },
    'custom_fields.a: must be a string of at most 5000 characters, a number or a boolean',
  ],
  [
    'a lead inside of something',
    { lead: { full_name: 'Maria' }, city: 'x' },
    'name: is required (the body has lead, city): send the fields of lead without lead around them',
  ],
  [
    'data with a phone inside',
    { data: { phone: '5511987654321' } },
    'name: is required (the body has data): send the fields of data without data around them',
  ],
  [
    'a batch',
    { leads: [{ name: 'Maria' }] },
    'name: is required (the body has leads): leads is a list; send one lead, or {"leads": […]} to the batch',
  ],
  [
    'other lists and objects',
    { data: { formId: 1, fields: [] }, tags: ['name'], none: null, phones: [] },
    'name: is required (the body has data, tags, none)',
  ],
  [
    'several problems at once',
    { phones: ['5511987654321', '1'] },
    'name: is required; phones[1]: must hold 8 to 15 digits with country code',
  ],
  [
    'spellings that disagree',
    { name: '', campaignName: 'a', campaign_name: 'b' },
    'campaignName, campaign_name: have different values; send one of them; name: is required',
  ],
];

const malformed: [what: string, body: string | Uint8Array, error: string][] = [
  ['an empty body', '', 'Request body must be valid JSON: it is empty'],
  [
    'half an object',
    '{',
    'Request body must be valid JSON: line 1, column 2: a closing brace is missing',
  ],
  [
    'a raw line break',
    '{"message":"a\nb"}',
    'Request body must be valid JSON: line 1, column 14: a raw line break inside a string',
  ],
  [
    'fields of a form',
    'name=Maria&phone=5511987654321',
    'Request body must be valid JSON: it looks like the fields of a form',
  ],
  [
    'a list',
    '[]',
    'Request body must be a JSON object: it is a list: send one lead, or {"leads": […]} to the batch',
  ],
  ['a string', '"x"', 'Request body must be a JSON object: it is a string'],
  ['a number', '1', 'Request body must be a JSON object: it is a number'],
  ['null', 'null', 'Request body must be a JSON object: it is null'],
  [
    'bytes that are no UTF-8',
    Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d),
    'Request body must be valid UTF-8',
  ],
  [
    '21 levels',
    `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`,
    'Request body must not be nested deeper than 20 levels',
  ],
  [
    '10,000 levels of objects',
    `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    'Request body must not be nested deeper than 20 levels',
  ],
  [
    '10,000 levels',
    '['.repeat(10_000) + ']'.repeat(10_000),
    'Request body must be a JSON object: it is a list: send one lead, or {"leads": […]} to the batch',
  ],
];

describeContract('the lead of a request', (api) => {
  describe('success (2.2, 4.1, 4.2)', () => {
    it('answers 201 with the envelope and exactly the ten fields in their order', async () => {
      const answer = await api.post({ name: 'Maria', segment: 'vip' });
      expect(answer.status).toBe(201);
      expect(Object.keys(answer.json as object)).toEqual(['success', 'data', 'message']);
      expect(answer.json).toMatchObject({ success: true, message: 'Lead created successfully' });
      const data = leadOf(answer);
      expect(Object.keys(data)).toEqual(tenFields);
      expect(data).toMatchObject({
        segment: 'vip',
        status: 'new',
        priority: 'medium',
        temperature: 'warm',
      });
      expect(data).toMatchObject({ source: 'api', medium: 'none', channel: 'other' });
      expect(data.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
      expect(data.contactId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
      expect(data.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    });

    it('puts the lead with its contact, event and count into the step', async () => {
      const before =
        await api.sql`select coalesce(sum(leads), 0) as n from step_counters where step_id = ${api.tenant.stepId}`;
      const answer = await api.post({
        name: ' Maria ',
        phones: ['+55 (11) 98765-4321', '0049 30 1234567', '5511987654321'],
        email: 'm@x.test',
      });
      expect(await api.stored(answer)).toMatchObject({
        step_id: api.tenant.stepId,
        company_id: api.tenant.companyId,
        contact_id: leadOf(answer).contactId,
        contact_name: 'Maria',
        contact_phones: ['5511987654321', '49301234567'],
        contact_email: 'm@x.test',
        origin: 'public_api',
      });
      const after =
        await api.sql`select sum(leads) as n from step_counters where step_id = ${api.tenant.stepId}`;
      expect(Number(after[0]?.n)).toBe(Number(before[0]?.n) + 1);
    });

    it('answers the same without the prefix', async () => {
      expect((await api.call({ path: `/leads/public/${api.tenant.stepId}` })).status).toBe(201);
    });

    it('gives an absent segment as an empty string', async () => {
      expect(leadOf(await api.post({ name: 'x' })).segment).toBe('');
      expect(leadOf(await api.post({ name: 'x', segment: null })).segment).toBe('');
    });
  });

  describe('request fields (2.1)', () => {
    it.each(attributionFields)(
      'check 20: %s is accepted, and as %s; not as both when they differ',
      async (camel, snake, column, value, wanted) => {
        expect((await api.stored(await api.post({ name: 'x', [camel]: value })))?.[column]).toBe(
          wanted,
        );
        expect((await api.stored(await api.post({ name: 'x', [snake]: value })))?.[column]).toBe(
          wanted,
        );
        expect((await api.post({ name: 'x', [camel]: value, [snake]: value })).status).toBe(201);
        const conflict = await api.post({ name: 'x', [camel]: value, [snake]: 'else' });
        expect(conflict.json).toEqual(
          failed(`${camel}, ${snake}: have different values; send one of them`),
        );
      },
    );

    it('keeps custom fields, and drops the empty ones', async () => {
      const row = await api.stored(
        await api.post({ name: 'x', customFields: { a: 'b', n: 1.5, yes: true, none: null } }),
      );
      expect(row?.custom_fields).toEqual({ a: 'b', n: 1.5, yes: true });
    });

    it.each(['phones', 'segment', 'campaignName', 'formId', 'customFields'])(
      'takes null, and empty and blank text in %s as absent',
      async (field) => {
        for (const absent of [null, '', ' ']) {
          expect((await api.post({ name: 'x', [field]: absent })).status).toBe(201);
        }
      },
    );

    it('derives source, medium and channel', async () => {
      const data = leadOf(
        await api.post({ name: 'x', form_id: '1', lead_id: '2', campaign_name: 'c' }),
      );
      expect(data).toMatchObject({
        source: 'facebook',
        medium: 'paid_social',
        channel: 'paid_social',
      });
    });

    it.each(invalid)('check 21: refuses %s with 400', async (_, body, error) => {
      const answer = await api.post(body);
      expect(answer.json).toEqual(failed(error));
      expect(answer.status).toBe(400);
    });

    it.each(malformed)('check 18: refuses %s with 400', async (_, body, error) => {
      const answer = await api.call({ body });
      expect(answer.json).toEqual(failed(error));
      expect(answer.status).toBe(400);
    });
  });
});
