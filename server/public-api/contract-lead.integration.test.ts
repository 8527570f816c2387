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

const invalid: [what: string, body: unknown, error: string][] = [
  ['an empty object', {}, 'name: is required'],
  ['a null name', { name: null }, 'name: is required (the body has name)'],
  ['a name of blanks and dots', { name: ' .. ' }, 'name: is required (the body has name)'],
  [
    'blank fields under other names',
    { Name: '', Phone: null },
    'name: is required (the body has Name, Phone)',
  ],
  [
    'fields that are not read',
    { city: 'x', Your_Question: 'y', page_id: '' },
    'name: is required (the body has city, Your_Question, page_id)',
  ],
  [
    'neither a name nor a phone nor an address that can be read',
    { name: { first: 'x' }, phones: ['', 'call me'], email: 'x' },
    'name: is required (the body has name, phones, email); phones[1]: must hold 8 to 15 digits with country code; email: must be an email address; name: must be a text',
  ],
  [
    'a placeholder as name',
    { name: '{{name}}' },
    'name: is required (the body has name); name: is a placeholder that was not filled in',
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
    'name: is required (the body has data, tags, none, phones)',
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
      'check 20: %s is accepted, and as %s; of both the first counts',
      async (camel, snake, column, value, wanted) => {
        expect((await api.stored(await api.post({ name: 'x', [camel]: value })))?.[column]).toBe(
          wanted,
        );
        expect((await api.stored(await api.post({ name: 'x', [snake]: value })))?.[column]).toBe(
          wanted,
        );
        const same = await api.post({ name: 'x', [camel]: value, [snake]: value });
        expect(same.headers).not.toHaveProperty('x-ignored-fields');
        const other = await api.post({ name: 'x', [snake]: 'else', [camel]: value });
        expect((await api.stored(other))?.[column]).toBe(wanted);
        expect(other.headers['x-ignored-fields']).toBe(snake);
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
      const data = leadOf(await api.post({ name: 'x', page_id: '1', campaign_name: 'c' }));
      expect(data).toMatchObject({
        source: 'facebook',
        medium: 'paid_social',
        channel: 'paid_social',
      });
    });

    it.each(invalid)(
      'check 21: refuses %s, which names no person, with 400',
      async (_, body, error) => {
        const answer = await api.post(body);
        expect(answer.json).toEqual(failed(error));
        expect(answer.status).toBe(400);
      },
    );

    it.each(malformed)('check 18: refuses %s with 400', async (_, body, error) => {
      const answer = await api.call({ body });
      expect(answer.json).toEqual(failed(error));
      expect(answer.status).toBe(400);
    });
  });
});
