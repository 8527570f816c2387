import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { type Answer, type Call, send } from '#server/testing/send.ts';
import { type doors, type Served, serve } from '#server/testing/serve.ts';
import { type ContractFixture, contractFixture } from './contract-fixture.ts';

const doorNames: (keyof typeof doors)[] = ['server/main.ts', 'next start'];
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
    'an attribution field of 501',
    { name: 'x', ad_name: long(501) },
    'ad_name: must hold at most 500 characters',
  ],
  [
    'phones that are no list',
    { name: 'x', phones: '5511987654321' },
    'phones: must be a list of strings',
  ],
  [
    'a phone that is a number',
    { name: 'x', phones: [5511987654321] },
    'phones[0]: must be a string',
  ],
  [
    'letters in a phone',
    { name: 'x', phones: ['55119876a4321'] },
    'phones[0]: must hold 8 to 15 digits with country code',
  ],
  [
    'full-width digits',
    { name: 'x', phones: ['５５１１９８７６５４３２１'] },
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
    { name: 'x', phones: Array.from({ length: 21 }, () => '5511987654321') },
    'phones: must hold at most 20 numbers',
  ],
  [
    'an id that lost digits',
    '{"name":"x","lead_id":12345678901234567890}',
    'lead_id: is beyond 9007199254740991, where JSON numbers lose digits: send it as a string',
  ],
  ['a fraction as id', { name: 'x', formId: 1.5 }, 'formId: must be a string or a whole number'],
  [
    'custom fields that are a list',
    { name: 'x', customFields: [] },
    'customFields: must be an object',
  ],
  [
    'a nested custom field',
    { name: 'x', custom_fields: { a: {} } },
    'custom_fields.a: must be a string of at most 500 characters, a number or a boolean',
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
  ['an empty body', '', 'Request body must be valid JSON'],
  ['half an object', '{', 'Request body must be valid JSON'],
  ['a list', '[]', 'Request body must be a JSON object'],
  ['a string', '"x"', 'Request body must be a JSON object'],
  ['a number', '1', 'Request body must be a JSON object'],
  ['null', 'null', 'Request body must be a JSON object'],
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
  ['10,000 levels', '['.repeat(10_000) + ']'.repeat(10_000), 'Request body must be a JSON object'],
];

const database = withTestDatabase();
let fixture: ContractFixture;
beforeAll(async () => {
  fixture = await contractFixture(database.db);
});

describe.each(doorNames)('the public API behind %s', (door) => {
  let server: Served;
  beforeAll(async () => {
    server = await serve(door, database.url);
  });
  afterAll(() => server?.stop());

  /** A good request, but for what is given. An `undefined` header is left out. */
  function call({
    headers = {},
    ...rest
  }: Partial<Omit<Call, 'headers'>> & {
    headers?: Record<string, string | string[] | undefined>;
  } = {}): Promise<Answer> {
    const all = {
      host: fixture.host,
      'x-api-key': fixture.secrets.good,
      'content-type': 'application/json',
      ...headers,
    };
    const given = Object.entries(all).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    return send(server.port, {
      path: `/api/leads/public/${fixture.stepId}`,
      body: '{"name":"Maria"}',
      ...rest,
      headers: Object.fromEntries(given),
    });
  }
  const post = (body: unknown) =>
    call({ body: typeof body === 'string' ? body : JSON.stringify(body) });
  const leadOf = (answer: Answer) => {
    expect(answer.text).toContain('"success":true');
    return answer.json as { data: Record<string, string> };
  };
  async function stored(answer: Answer) {
    const [row] = await database.sql`
      select l.*, c.name as contact_name, c.phones as contact_phones, c.email as contact_email
      from leads l join contacts c on c.company_id = l.company_id and c.id = l.contact_id
      where l.id = ${leadOf(answer).data.id ?? ''}`;
    return row;
  }
  const countLeads = async () => Number((await database.sql`select count(*) from leads`)[0]?.count);
  const failed = (error: string) => ({ success: false, error });

  describe('success (2.2, 4.1, 4.2)', () => {
    it('answers 201 with the envelope and exactly the ten fields in their order', async () => {
      const answer = await post({ name: 'Maria', segment: 'vip' });
      expect(answer.status).toBe(201);
      expect(Object.keys(answer.json as object)).toEqual(['success', 'data', 'message']);
      expect(answer.json).toMatchObject({ success: true, message: 'Lead created successfully' });
      const { data } = leadOf(answer);
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
        await database.sql`select coalesce(sum(leads), 0) as n from step_counters where step_id = ${fixture.stepId}`;
      const answer = await post({
        name: ' Maria ',
        phones: ['+55 (11) 98765-4321', '0049 30 1234567', '5511987654321'],
        email: 'm@x.test',
      });
      expect(await stored(answer)).toMatchObject({
        step_id: fixture.stepId,
        company_id: fixture.companyId,
        contact_id: leadOf(answer).data.contactId,
        contact_name: 'Maria',
        contact_phones: ['5511987654321', '49301234567'],
        contact_email: 'm@x.test',
        origin: 'public_api',
      });
      const events =
        await database.sql`select type, "to", actor_kind from lead_events where lead_id = ${leadOf(answer).data.id ?? ''}`;
      expect(events).toMatchObject([{ type: 'created', to: 'Step 1', actor_kind: 'apiKey' }]);
      const after =
        await database.sql`select sum(leads) as n from step_counters where step_id = ${fixture.stepId}`;
      expect(Number(after[0]?.n)).toBe(Number(before[0]?.n) + 1);
    });

    it('answers the same without the prefix', async () => {
      expect((await call({ path: `/leads/public/${fixture.stepId}` })).status).toBe(201);
    });

    it('gives an absent segment as an empty string', async () => {
      expect(leadOf(await post({ name: 'x' })).data.segment).toBe('');
      expect(leadOf(await post({ name: 'x', segment: null })).data.segment).toBe('');
    });

    it('stores fields at their maximum, byte for byte', async () => {
      const body = {
        name: long(200),
        segment: long(200),
        pageName: long(500),
        phones: Array.from({ length: 20 }, (_, n) => `5511987654${100 + n}`),
      };
      const row = await stored(await post(body));
      expect(row).toMatchObject({
        name: body.name,
        segment: body.segment,
        page_name: body.pageName,
        phones: body.phones,
      });
    });
  });

  describe('request fields (2.1)', () => {
    it.each(attributionFields)(
      '%s is accepted, and as %s',
      async (camel, snake, column, value, wanted) => {
        expect((await stored(await post({ name: 'x', [camel]: value })))?.[column]).toBe(wanted);
        expect((await stored(await post({ name: 'x', [snake]: value })))?.[column]).toBe(wanted);
        expect((await post({ name: 'x', [camel]: value, [snake]: value })).status).toBe(201);
        const conflict = await post({ name: 'x', [camel]: value, [snake]: 'else' });
        expect(conflict.json).toEqual(
          failed(`${camel}, ${snake}: have different values; send one of them`),
        );
      },
    );

    it('keeps custom fields, and drops the empty ones', async () => {
      const row = await stored(
        await post({ name: 'x', customFields: { a: 'b', n: 1.5, yes: true, none: null } }),
      );
      expect(row?.custom_fields).toEqual({ a: 'b', n: 1.5, yes: true });
    });

    it.each(['phones', 'segment', 'campaignName', 'formId', 'customFields'])(
      'takes null in %s as absent',
      async (field) => {
        expect((await post({ name: 'x', [field]: null })).status).toBe(201);
      },
    );

    it('ignores appId, companyId and whatever else nobody reads, and says so', async () => {
      const answer = await call({
        body: '{"name":"x","appId":"1","company_id":"2","id":"3","status":"lost","createdAt":"1999","__proto__":{"segment":"y"},"constructor":1}',
      });
      expect(answer.status).toBe(201);
      expect(answer.headers['x-ignored-fields']).toBe(
        'appId, company_id, id, status, createdAt, __proto__, constructor',
      );
      expect(leadOf(answer).data).toMatchObject({ status: 'new', segment: '' });
      expect((await stored(answer))?.company_id).toBe(fixture.companyId);
    });

    it('derives source, medium and channel', async () => {
      const { data } = leadOf(
        await post({ name: 'x', form_id: '1', lead_id: '2', campaign_name: 'c' }),
      );
      expect(data).toMatchObject({
        source: 'facebook',
        medium: 'paid_social',
        channel: 'paid_social',
      });
    });

    it.each(invalid)('refuses %s with 400', async (_, body, error) => {
      const answer = await post(body);
      expect(answer.json).toEqual(failed(error));
      expect(answer.status).toBe(400);
    });

    it.each(malformed)('refuses %s with 400', async (_, body, error) => {
      const answer = await call({ body });
      expect(answer.json).toEqual(failed(error));
      expect(answer.status).toBe(400);
    });
  });

  describe('authentication (5)', () => {
    it.each([
      ['missing', undefined, 401, 'API Key required'],
      ['empty', '', 401, 'API Key required'],
      ['junk', 'junk', 401, 'Invalid or inactive API Key'],
      ['8 KB long', 'k'.repeat(8_192), 401, 'Invalid or inactive API Key'],
      ['sent twice, differently', ['lk_a', 'lk_b'], 401, 'Invalid or inactive API Key'],
    ])('a key that is %s', async (_, sent, status, error) => {
      const answer = await call({ headers: { 'x-api-key': sent } });
      expect(answer.json).toEqual(failed(error));
      expect(answer.status).toBe(status);
      expect(answer.headers['www-authenticate']).toMatch(/^ApiKey /);
    });

    it.each([
      ['unknown', 401, 'Invalid or inactive API Key'],
      ['inactive', 401, 'Invalid or inactive API Key'],
      ['inactiveAndExpired', 401, 'Invalid or inactive API Key'],
      ['deleted', 401, 'Invalid or inactive API Key'],
      ['expired', 401, 'API Key has expired'],
      ['powerless', 403, 'API Key does not allow creating leads in this step'],
    ] as const)('a key that is %s', async (state, status, error) => {
      const before = await countLeads();
      const answer = await call({ headers: { 'x-api-key': fixture.secrets[state] } });
      expect(answer.json).toEqual(failed(error));
      expect(answer.status).toBe(status);
      expect(await countLeads()).toBe(before);
    });

    it.each(['expiring', 'retiring', 'limitedToStep', 'limitedToFunnel'] as const)(
      'a key that is %s still works',
      async (state) => {
        expect((await call({ headers: { 'x-api-key': fixture.secrets[state] } })).status).toBe(201);
      },
    );

    it.each(['limitedToStep', 'limitedToFunnel'] as const)(
      'a key %s opens no other step, be there one or not',
      async (state) => {
        for (const stepId of [fixture.secondStepId, fixture.stepsNotFound.unknown, 'junk']) {
          const answer = await call({
            path: `/api/leads/public/${stepId}`,
            headers: { 'x-api-key': fixture.secrets[state] },
          });
          expect(answer.json).toEqual(failed('API Key does not allow creating leads in this step'));
          expect(answer.status).toBe(403);
        }
      },
    );

    it('a key of another application', async () => {
      const answer = await call({ headers: { host: fixture.otherHost } });
      expect(answer.json).toEqual(failed('API Key does not belong to this application'));
      expect(answer.status).toBe(403);
    });

    it('tells a caller without a valid key nothing about its body', async () => {
      const answer = await call({
        headers: { 'x-api-key': undefined, 'content-type': 'text/plain' },
        body: '{',
      });
      expect(answer.json).toEqual(failed('API Key required'));
    });

    it('the same key sent twice is one key', async () => {
      const { good } = fixture.secrets;
      expect((await call({ headers: { 'x-api-key': [good, good] } })).status).toBe(201);
    });
  });

  describe('the address', () => {
    it.each(['capitals', 'a port', 'a trailing dot'])(
      'a host with %s is the same host',
      async (what) => {
        const { host } = fixture;
        const sent = {
          capitals: host.toUpperCase(),
          'a port': `${host}:8443`,
          'a trailing dot': `${host}.`,
        }[what];
        expect((await call({ headers: { host: sent } })).status).toBe(201);
      },
    );

    it('a host that no application owns', async () => {
      const answer = await call({ headers: { host: 'nobody.test' } });
      expect([answer.status, answer.json]).toEqual([404, failed('Unknown application host')]);
    });

    it('a forwarded host of a peer that nobody trusts changes nothing', async () => {
      expect((await call({ headers: { 'x-forwarded-host': fixture.otherHost } })).status).toBe(201);
    });

    it.each([
      '/api/nothing',
      '/api/leads',
      '/api/leads/public',
      '/api/leads/public/a/b',
      '/leads/public/a/b',
    ])('%s is not there', async (path) => {
      const answer = await call({ path });
      expect([answer.status, answer.json]).toEqual([404, failed('Not found')]);
    });

    it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is not allowed', async (method) => {
      const answer = await call({ method, body: '' });
      expect([answer.status, answer.json]).toEqual([405, failed('Method not allowed')]);
      expect(answer.headers.allow).toBe('POST');
    });

    it('every step that cannot be filled gives the same bytes', async () => {
      // Next alone refuses half an escape before any route of ours is asked.
      const { 'half an escape': halfEscape, ...steps } = fixture.stepsNotFound;
      const reached =
        door === 'next start' ? Object.values(steps) : [...Object.values(steps), halfEscape];
      for (const stepId of reached) {
        const answer = await call({ path: `/api/leads/public/${stepId}` });
        expect([answer.status, answer.text]).toEqual([
          404,
          '{"success":false,"error":"Funnel step not found"}',
        ]);
      }
    });

    it('fields are judged before the step', async () => {
      const answer = await call({
        path: `/api/leads/public/${fixture.stepsNotFound.unknown}`,
        body: '{}',
      });
      expect(answer.status).toBe(400);
    });
  });

  describe('media type and size', () => {
    it.each([
      'application/json',
      'APPLICATION/JSON',
      'application/json; charset="utf-8"',
      'application/json;charset=UTF-8; x=1',
    ])('%s is accepted', async (type) => {
      expect((await call({ headers: { 'content-type': type } })).status).toBe(201);
    });

    it.each([
      undefined,
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'application/json; charset=latin1',
    ])('%s is refused', async (type) => {
      expect((await call({ headers: { 'content-type': type } })).status).toBe(415);
    });

    it('a compressed body is refused', async () => {
      expect((await call({ headers: { 'content-encoding': 'gzip' } })).status).toBe(415);
    });

    const padded = (bytes: number) => `{"name":"x"${' '.repeat(bytes - 12)}}`;
    it('64 KiB are accepted, one byte more is not', async () => {
      expect((await call({ body: padded(65_536) })).status).toBe(201);
      const answer = await call({ body: padded(65_537) });
      expect([answer.status, answer.json]).toEqual([
        413,
        failed('Request body must not exceed 64 KiB'),
      ]);
    });

    it('counts a body that does not say its length', async () => {
      const answer = await call({
        headers: { 'transfer-encoding': 'chunked' },
        body: padded(65_537),
      });
      expect(answer.status).toBe(413);
    });
  });

  describe('headers of every answer', () => {
    it('names the request, by the name the caller gave it if it is a decent one', async () => {
      expect((await call({ headers: { 'x-request-id': 'mine-1' } })).headers['x-request-id']).toBe(
        'mine-1',
      );
      expect(
        (await call({ headers: { 'x-request-id': 'not mine' } })).headers['x-request-id'],
      ).toMatch(/^[0-9a-f-]{36}$/);
      expect(
        (await call({ path: '/api/x', headers: { 'x-request-id': 'mine-2' } })).headers[
          'x-request-id'
        ],
      ).toBe('mine-2');
    });

    it('is never stored by anybody on the way', async () => {
      expect((await call()).headers['cache-control']).toBe('no-store');
      expect((await call({ path: '/api/x' })).headers['cache-control']).toBe('no-store');
    });
  });

  it('notes the last use of a key, and by whom', async () => {
    await call({
      headers: { 'user-agent': 'n8n/1.70 (linux)', 'x-api-key': fixture.secrets.limitedToStep },
    });
    await expect
      .poll(
        () =>
          database.sql`select last_used_client, last_used_at is not null as used from api_keys where last_used_client = 'n8n/1.70'`,
        { timeout: 5_000 },
      )
      .toMatchObject([{ used: true }]);
  });
});
