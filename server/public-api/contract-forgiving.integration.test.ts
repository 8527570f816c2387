import { expect, it } from 'vitest';
import { describeContract } from '#server/testing/contract.ts';

/** A body in another form than the published one, and what is stored of it. */
const forgiven: [what: string, body: object, stored: object][] = [
  ['a phone as text', { phones: '+55 (11) 98765-4321' }, { phones: ['5511987654321'] }],
  ['a phone as a number', { phones: 5511987654321 }, { phones: ['5511987654321'] }],
  [
    'phones in one text',
    { phones: '5511987654321; +49 30 1234567' },
    { phones: ['5511987654321', '49301234567'] },
  ],
  ['phone', { phone: '5511987654321' }, { phones: ['5511987654321'] }],
  ['phoneNumber', { phoneNumber: 5511987654321 }, { phones: ['5511987654321'] }],
  ['phone_number', { phone_number: 'p:+5511987654321' }, { phones: ['5511987654321'] }],
  [
    'phone and phones of one meaning',
    { phones: ['5511987654321'], phone: '+55 11 98765-4321' },
    { phones: ['5511987654321'] },
  ],
  [
    'blank phones among others',
    { phones: ['', null, ' ', '5511987654321'] },
    { phones: ['5511987654321'] },
  ],
  ['fullName', { name: '', fullName: ' Maria Silva ' }, { name: 'Maria Silva' }],
  ['full_name', { name: null, full_name: 'Maria Silva' }, { name: 'Maria Silva' }],
  [
    'firstName and lastName',
    { name: undefined, firstName: 'Maria', lastName: ' Silva' },
    { name: 'Maria Silva' },
  ],
  ['first_name alone', { name: undefined, first_name: 'Maria', last_name: '' }, { name: 'Maria' }],
  [
    'lists of one text',
    { name: ['Maria'], segment: ['vip'], formId: ['1'], customFields: { colour: ['red'] } },
    { name: 'Maria', segment: 'vip', form_id: '1', custom_fields: { colour: 'red' } },
  ],
  [
    'empty lists and objects',
    { phones: [], segment: [], adName: {}, formId: [], customFields: {} },
    { phones: [], segment: '', ad_name: null, form_id: null, custom_fields: null },
  ],
  ['an empty object as phones', { phones: {} }, { phones: [] }],
  [
    'two spellings of one meaning',
    { campaignName: 'Spring', campaign_name: ' Spring ', formId: 4711, form_id: '4711' },
    { campaign_name: 'Spring', form_id: '4711' },
  ],
  [
    'a message and a long custom field',
    { message: ` ${'m'.repeat(10_000)} `, customFields: { a: 'a'.repeat(5_000) } },
    { message: 'm'.repeat(10_000), custom_fields: { a: 'a'.repeat(5_000) } },
  ],
];

const long = (length: number) => '😀'.repeat(length);

describeContract('forms of a body that are read beside the published one', (api) => {
  it.each(forgiven)('reads %s', async (_, body, stored) => {
    const answer = await api.post({ name: 'x', ...body });
    expect(answer.json).toMatchObject({ success: true });
    expect(answer.headers).not.toHaveProperty('x-ignored-fields');
    expect(await api.stored(answer)).toMatchObject(stored);
  });

  it('ignores first, last and full name when there is a name, and lists them', async () => {
    const body = { name: 'x', full_name: 'y', firstName: 'z' };
    const answer = await api.post(body);
    expect((await api.stored(answer))?.name).toBe('x');
    expect(answer.headers['x-ignored-fields']).toBe('full_name, firstName');
  });

  it('ignores them also where their spellings disagree', async () => {
    const answer = await api.post({ name: 'x', fullName: 'y', full_name: 'z' });
    expect([answer.status, answer.headers['x-ignored-fields']]).toEqual([
      201,
      'fullName, full_name',
    ]);
    expect((await api.post({ fullName: 'y', full_name: 'z' })).status).toBe(400);
  });

  it('cuts tracking values of more than 500 characters, and lists their fields', async () => {
    const body = { ad_name: long(501), gclid: 'g'.repeat(600), utmSource: 'u'.repeat(500) };
    const answer = await api.post({ name: 'x', ...body });
    expect(answer.status).toBe(201);
    expect(answer.headers['x-truncated-fields']).toBe('ad_name, gclid');
    const { utmSource } = body;
    expect(await api.stored(answer)).toMatchObject({
      ad_name: long(500),
      gclid: 'g'.repeat(500),
      utm_source: utmSource,
    });
  });

  it('lists ignored and cut fields with a refusal too', async () => {
    const answer = await api.post({ Name: 'x', gclid: 'g'.repeat(501) });
    expect(answer.status).toBe(400);
    expect(answer.headers).toMatchObject({
      'x-ignored-fields': 'Name',
      'x-truncated-fields': 'gclid',
    });
  });
});
