import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { maxBatchBytes, maxBatchLeads } from '#server/limits.ts';
import { describeContract, failed } from '#server/testing/contract.ts';
import type { Answer } from '#server/testing/http-client.ts';

interface Result {
  index: number;
  status: number;
  replayed?: true;
  error?: string;
  type?: string;
  issues?: object[];
  warnings?: object[];
  data?: Record<string, string | null>;
}

interface Batch {
  created: number;
  wouldCreate?: number;
  replayed: number;
  failed: number;
  results: Result[];
}

const batchOf = (answer: Answer) => (answer.json as { data: Batch }).data;

describeContract('a batch', (api) => {
  const send = (body: unknown, headers: Record<string, string> = {}, stepId = api.tenant.stepId) =>
    api.call({
      path: `/api/leads/public/${stepId}/batch`,
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers,
    });

  it('creates the valid leads and says what is wrong with the others', async () => {
    const externalLeadId = randomUUID();
    const before = await api.countLeads();
    const answer = await send({
      leads: [
        { name: 'A', phones: ['+55 11 98765-4321'], city: 'Recife' },
        { title: 'B' },
        [],
        { name: 'C', externalLeadId },
        { name: 'C', externalLeadId },
        { name: 'D', phones: ['1'] },
      ],
      source: 'x',
    });

    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ success: true, message: 'Batch processed' });
    const { results, ...counts } = batchOf(answer);
    expect(counts).toEqual({ created: 3, replayed: 1, failed: 2 });
    expect(results.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(results.map(({ status, error }) => error ?? status)).toEqual([
      201,
      'name: is required (the body has title)',
      'leads[2]: must be an object',
      201,
      201,
      201,
    ]);
    expect(results[4]).toMatchObject({ replayed: true, data: results[3]?.data });
    expect(answer.headers['x-ignored-fields']).toBe('source, city, title');
    expect(answer.headers['x-unread-fields']).toBe('phones');
    expect(await api.countLeads()).toBe(before + 3);
  });

  it('names each problem of each lead for callers that ask for problems', async () => {
    const leads = [
      { name: 'A' },
      { phone: '1', email: ['a', 'b'] },
      null,
      {},
      { name: 'B', tel: 1 },
    ];
    const body = { leads };
    const key = randomUUID();
    await send({ leads: [{ name: 'Other' }] }, { 'idempotency-key': key });
    const accept = 'application/problem+json';
    const answer = await send(body, { accept, 'idempotency-key': key });

    expect(answer.headers['content-type']).toMatch('application/json');
    const { results } = batchOf(answer);
    const invalid = { status: 400, type: '/docs/errors#invalid-fields' };
    const required = { path: 'name', pointer: '/name', message: 'is required', code: 'required' };
    expect(results).toMatchObject([
      { status: 422, type: '/docs/errors#key-misused', issues: [] },
      {
        ...invalid,
        issues: [
          { path: 'name', pointer: '/name', code: 'required' },
          { path: 'phone', pointer: '/phone', code: 'invalid_phone' },
          { path: 'email', pointer: '/email', code: 'invalid_email' },
        ],
        warnings: [],
      },
      {
        ...invalid,
        issues: [
          { path: 'leads[2]', pointer: '', message: 'must be an object', code: 'invalid_type' },
        ],
      },
      { ...invalid, issues: [required] },
      { status: 201, warnings: [{ path: 'tel', code: 'invalid_phone' }] },
    ]);
    const plain = batchOf(await send(body, { 'idempotency-key': key }));
    expect(plain.results).toEqual(
      results.map(({ index, status, error, data }) =>
        data ? { index, status, replayed: true, data } : { index, status, error },
      ),
    );
  });

  it.each<[string, unknown, number, string]>([
    ['without leads', {}, 400, 'leads: is required'],
    ['of null', { leads: null }, 400, 'leads: is required'],
    ['of one lead', { leads: { name: 'A' } }, 400, 'leads: must be a list of leads'],
    ['of no leads', { leads: [] }, 400, 'leads: must hold at least one lead'],
    [
      'that is a list',
      [{ name: 'A' }],
      400,
      'Request body must be a JSON object: it is a list: send one lead, or {"leads": […]} to the batch',
    ],
    [
      'of more leads than allowed',
      { leads: Array.from({ length: maxBatchLeads + 1 }, () => ({ name: 'A' })) },
      413,
      'A batch must not hold more than 500 leads',
    ],
    [
      'of more bytes than allowed',
      { leads: [{ name: 'A' }], x: 'x'.repeat(maxBatchBytes) },
      413,
      'Request body must not exceed 1 MiB',
    ],
  ])('%s is refused as a whole', async (_, body, status, error) => {
    const before = await api.countLeads();
    const answer = await send(body);
    expect([answer.status, answer.json]).toEqual([status, failed(error)]);
    expect(await api.countLeads()).toBe(before);
  });

  it('names what came in the place of the leads', async () => {
    const answer = await send({ Leads: [], city: 'x' });
    expect([answer.status, answer.json]).toEqual([
      400,
      failed('leads: is required (the body has Leads, city)'),
    ]);
    expect(answer.headers['x-ignored-fields']).toBe('Leads, city');
  });

  it('accepts 500 leads of nearly 1 MiB', async () => {
    const lead = { name: 'Many', message: 'm'.repeat(1_900) };
    const answer = await send({ leads: Array.from({ length: maxBatchLeads }, () => lead) });
    expect(batchOf(answer)).toMatchObject({ created: maxBatchLeads, failed: 0 });
  });

  it('refuses a lead for its size or depth, as if it had been sent alone', async () => {
    const deep = JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`);
    const answer = await send({
      leads: [{ name: 'A', x: deep }, { name: 'B', x: 'x'.repeat(65_536) }, { name: 'E' }],
    });
    expect(batchOf(answer).results.map(({ status, error }) => error ?? status)).toEqual([
      'Request body must not be nested deeper than 20 levels',
      'Request body must not exceed 64 KiB',
      201,
    ]);
  });

  it('is refused as a whole for an unknown step', async () => {
    const [step] = await api.sql`select funnel_id from steps where id = ${api.tenant.stepId}`;
    const leads = [{ name: 'A' }, { name: 'B' }];
    const answer = await send({ leads }, {}, step?.funnel_id);
    expect([answer.status, answer.json]).toEqual([
      404,
      failed('Funnel step not found: this is the ID of a funnel; send to one of its steps'),
    ]);
  });

  it('sent again with the same Idempotency-Key creates nothing', async () => {
    const leads = Array.from({ length: 20 }, (_, n) => ({ name: `Again ${n % 3}` }));
    const headers = { 'idempotency-key': randomUUID() };
    const first = batchOf(await send({ leads }, headers));
    expect(first).toMatchObject({ created: 20, replayed: 0 });
    const again = batchOf(await send({ leads }, headers));
    expect(again).toMatchObject({ created: 0, replayed: 20, failed: 0 });
    expect(again.results.map(({ data }) => data)).toEqual(first.results.map(({ data }) => data));

    const changed = [{ name: 'Changed' }, ...leads.slice(1)];
    const third = batchOf(await send({ leads: changed }, headers));
    expect(third).toMatchObject({ created: 0, replayed: 19, failed: 1 });
    expect(third.results[0]?.status).toBe(422);
  });

  it('uses up the Idempotency-Key of a repeat within the batch', async () => {
    const lead = { name: 'Twice', externalLeadId: randomUUID() };
    const headers = { 'idempotency-key': randomUUID() };
    expect(batchOf(await send({ leads: [lead, lead] }, headers))).toMatchObject({ replayed: 1 });
    const { results } = batchOf(await send({ leads: [lead, { name: 'Other' }] }, headers));
    expect(results.map(({ status }) => status)).toEqual([201, 422]);
  });

  it('creates leads up to the rate of the key, and refuses the others with 429', async () => {
    await api.sql`
      update api_keys set rate_limit = 3
      where company_id = ${api.tenant.companyId} and expires_at > now()`;
    await api.sql`select pg_notify('leadgate', 'keys')`;
    const headers = { 'x-api-key': api.tenant.secrets.expiring };
    await expect
      .poll(async () => (await send({ leads: [{}] }, headers)).headers.ratelimit)
      .toBeDefined();
    const leads = Array.from({ length: 20 }, (_, n) => ({ name: `Rate ${n}` }));
    const answer = await send({ leads }, headers);

    const { created, results } = batchOf(answer);
    expect(created).toBeGreaterThan(0);
    expect(created).toBeLessThanOrEqual(6);
    expect(results.slice(created)).toEqual(
      results
        .slice(created)
        .map(({ index }) => ({ index, status: 429, error: 'Too many requests' })),
    );
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await send({ leads }, headers)).status).toBe(429);
  });

  describe('with X-Dry-Run', () => {
    it('previews each lead, and creates none', async () => {
      const lead_id = randomUUID();
      const leads = [{ name: 'A', lead_id }, {}, { name: 'A', lead_id }, { name: 'B' }];
      const before = await api.countLeads();
      const answer = await send({ leads }, { 'x-dry-run': 'true' });

      expect([answer.status, answer.json]).toMatchObject([
        200,
        { message: 'Dry run: nothing was created' },
      ]);
      const { results, ...counts } = batchOf(answer);
      expect(counts).toEqual({ created: 0, wouldCreate: 2, replayed: 1, failed: 1 });
      expect(results.map(({ status, replayed }) => [status, replayed])).toEqual([
        [200, undefined],
        [400, undefined],
        [200, true],
        [200, undefined],
      ]);
      expect(batchOf(await send({ leads: [{}] }, { 'x-dry-run': 'true' }))).toMatchObject({
        created: 0,
        wouldCreate: 0,
        failed: 1,
      });
      expect(results[0]?.data).toMatchObject({ id: null, contactId: null, status: 'new' });
      expect(await api.countLeads()).toBe(before);
    });
  });
});
