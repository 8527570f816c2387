import { expect, it } from 'vitest';
import { describeContract, failed, leadOf } from '#server/testing/contract.ts';

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
    'phone and phones that differ',
    { phone: '+49 30 1234567', phones: ['5511987654321'] },
    { phones: ['5511987654321', '49301234567'] },
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
    'names of a form',
    { name: null, 'your-name': 'Maria', 'E-mail': 'a@b.test' },
    { name: 'Maria', email: 'a@b.test' },
  ],
  [
    'an address and no name',
    { name: '.', mail: 'a@b.test' },
    { name: 'a@b.test', name_from: 'email' },
  ],
  [
    'a phone and no name',
    { name: '', tel: '5511987654321' },
    { name: '5511987654321', name_from: 'phones' },
  ],
  [
    'numbers and booleans as text',
    { name: 5, message: true, segment: 1.5 },
    { name: '5', message: 'true', segment: '1.5' },
  ],
  [
    'lists as text',
    { name: ['A', 'B'], customFields: { a: [1, 'b'], c: { d: 1 } } },
    { name: 'A, B', custom_fields: { a: '1, b', c: '{"d":1}' } },
  ],
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

  it('ignores first, last and full name when there is another name, and lists them', async () => {
    const body = { name: 'x', full_name: 'y', firstName: 'z' };
    const answer = await api.post(body);
    expect((await api.stored(answer))?.name).toBe('x');
    expect(answer.headers['x-ignored-fields']).toBe('full_name, firstName');
  });

  it('keeps what cannot be read, and names it', async () => {
    const body = { name: 'x', phone: 'call me', email: 'at work', adName: { a: 1 } };
    const answer = await api.post(body);
    expect(await api.stored(answer)).toMatchObject({
      phones: [],
      email: null,
      ad_name: null,
      unread_phones: ['call me'],
      unread_values: { email: 'at work', adName: '{"a":1}' },
    });
    expect(answer.headers['x-unread-fields']).toBe('phone, email, adName');
    expect(answer.headers).not.toHaveProperty('x-warnings');
  });

  it('tells a dry run, and who asks for problems, what was not read exactly', async () => {
    const body = JSON.stringify({ name: 'x', phones: ['1'], segment: ['a', 'b'] });
    for (const headers of [{ 'x-dry-run': 'true' }, { accept: 'application/problem+json' }]) {
      const answer = await api.call({ body, headers });
      expect(String(answer.headers['x-warnings']).split('; ').map(decodeURIComponent)).toEqual([
        'phones[0]: must hold 8 to 15 digits with country code',
        'segment: must be one text, not a list',
      ]);
    }
  });

  it('refuses a strict sender what is kept, cut or joined', async () => {
    const body = { name: 'x', phones: ['1'], segment: ['a', 'b'], message: 'm'.repeat(10_001) };
    const strict = { body: JSON.stringify(body), headers: { 'x-strict': 'true' } };
    expect((await api.call(strict)).json).toEqual(
      failed(
        'phones[0]: must hold 8 to 15 digits with country code; segment: must be one text, not a list; message: must hold at most 10000 characters',
      ),
    );
    const maybe = await api.call({ headers: { 'x-strict': '' } });
    expect(maybe.json).toEqual(failed('X-Strict: is empty; send true or false'));
  });

  it('makes a test of a lead that its sender calls one', async () => {
    const answer = await api.post({ name: 'x', is_test: true });
    const [row] = await api.sql`select origin from leads where id = ${leadOf(answer).id ?? ''}`;
    expect(row?.origin).toBe('test');
    expect(answer.headers).not.toHaveProperty('x-ignored-fields');
  });

  it.each(['{{$guid}}', '"undefined"', '{{ $json.id }}'])(
    'takes the Idempotency-Key %s for none, and names it',
    async (key) => {
      const headers = { 'idempotency-key': key };
      const answers = await Promise.all(
        ['a', 'b'].map((name) => api.call({ headers, body: JSON.stringify({ name }) })),
      );
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      for (const answer of answers) {
        expect(answer.headers['x-ignored-headers']).toBe('Idempotency-Key');
        expect(answer.headers).not.toHaveProperty('idempotent-replayed');
      }
    },
  );

  it('cuts long values, and lists their fields', async () => {
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

  it('lists them with a refusal too', async () => {
    const answer = await api.post({ city: 'x', gclid: 'g'.repeat(501), email: 'x' });
    expect(answer.status).toBe(400);
    expect(answer.headers).toMatchObject({
      'x-ignored-fields': 'city',
      'x-truncated-fields': 'gclid',
      'x-unread-fields': 'email',
    });
  });
});
