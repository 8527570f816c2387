import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeContract, failed, leadOf } from '#server/testing/contract.ts';
import type { Answer } from '#server/testing/http-client.ts';

type Headers = Record<string, string>;

const oneLead = { name: 'Maria', phones: ['5511987654321'] };

/** What the documented recipe does, but for the wait: again with the same headers. */
async function sendUntilAnswered(send: () => Promise<Answer>): Promise<(number | 'closed')[]> {
  const outcomes: (number | 'closed')[] = [];
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const answer = await send().catch(() => undefined);
    outcomes.push(answer?.status ?? 'closed');
    const isFinal = answer && ![409, 429].includes(answer.status) && answer.status < 500;
    if (isFinal) break;
  }
  return outcomes;
}

describeContract('a test key', (api) => {
  let secret = '';
  beforeAll(async () => {
    const permissions = ['leads:create', 'leads:read'] as const;
    const key = { kind: 'rehearsal' as const, permissions: [...permissions] };
    ({ secret } = await api.tenant.newKey(key));
  });

  const send = (body: object, headers: Headers = {}, path = '') =>
    api.call({
      path: `/api/leads/public/${api.tenant.stepId}${path}`,
      body: JSON.stringify(body),
      headers: { 'x-api-key': secret, ...headers },
    });
  const sendLive = (body: object, headers: Headers = {}) =>
    send(body, { 'x-api-key': api.tenant.secrets.good, ...headers });
  const get = (path: string, key: string) =>
    api.call({
      method: 'GET',
      path: `/api${path}`,
      body: '',
      headers: { 'content-type': undefined, 'x-api-key': key },
    });
  const countNamed = async (name: string) =>
    Number((await api.sql`select count(*) from leads where name = ${name}`)[0]?.count);
  const countContacts = async (name: string) =>
    Number((await api.sql`select count(*) from contacts where name = ${name}`)[0]?.count);
  const counted = async () =>
    Number((await api.sql`select coalesce(sum(leads), 0) as sum from step_counters`)[0]?.sum);

  it('creates tests, without counter, contact and search words', async () => {
    const before = await counted();
    const name = randomUUID();
    const lead = leadOf(await send({ ...oneLead, name }));
    await send({ leads: [{ ...oneLead, name }, { name }] }, {}, '/batch');

    const rows = await api.sql`
      select origin, contact_id, search_words::text as words from leads where name = ${name}`;
    expect([...rows]).toEqual(Array(3).fill({ origin: 'test', contact_id: null, words: '' }));
    expect([await counted(), await countContacts(name)]).toEqual([before, 0]);
    expect(lead.contactId).toMatch(/^[0-9a-f-]{36}$/);

    leadOf(await sendLive({ ...oneLead, name }));
    expect([await counted(), await countContacts(name)]).toEqual([before + 1, 1]);
  });

  it('has its kind in GET /me', async () => {
    expect((await get('/me', secret)).json).toMatchObject({ data: { kind: 'rehearsal' } });
  });

  it('reads only tests; a live key reads none', async () => {
    const externalLeadId = randomUUID();
    const reading = api.tenant.secrets.reading;
    const test = leadOf(await send({ ...oneLead, externalLeadId }));
    const live = leadOf(await sendLive({ ...oneLead, externalLeadId }));
    expect(test.id).not.toBe(live.id);

    for (const [key, own, other] of [
      [secret, test, live],
      [reading, live, test],
    ] as const) {
      expect((await get(`/leads/${own.id}`, key)).json).toMatchObject({ data: own });
      expect((await get(`/leads/${other.id}`, key)).status).toBe(404);
      const { json } = await get(`/leads?externalLeadId=${externalLeadId}`, key);
      expect((json as { data: object[] }).data).toMatchObject([own]);
    }
  });

  describe('and repeats', () => {
    const told = ({ status, headers }: Answer) => [status, headers['idempotent-replayed']];

    it.each(['test', 'lead'])(
      'does not take a test for a lead or a lead for a test (%s first)',
      async (first) => {
        const [send1, send2] = first === 'test' ? [send, sendLive] : [sendLive, send];
        const natural = { ...oneLead, externalLeadId: randomUUID() };
        expect(told(await send1(natural))).toEqual([201, undefined]);
        expect(told(await send2(natural))).toEqual([201, undefined]);

        const headers = { 'idempotency-key': randomUUID() };
        expect(told(await send1(oneLead, headers))).toEqual([201, undefined]);
        expect(told(await send2(oneLead, headers))).toEqual([201, undefined]);
      },
    );

    it('recognizes a repeated test', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const lead = { ...oneLead, externalLeadId: randomUUID() };
      const first = leadOf(await send(lead, headers));
      for (const again of [await send(lead), await send(lead, headers)]) {
        expect([leadOf(again), told(again)]).toEqual([first, [201, 'true']]);
      }
      expect((await send({ ...lead, name: 'Other' }, headers)).status).toBe(422);
    });
  });

  describe('and X-Simulate', () => {
    const rates = ['ratelimit', 'ratelimit-policy'];

    it.each([
      ['401', 401, 'Invalid or inactive API Key', 'www-authenticate'],
      ['403', 403, 'API Key does not belong to this application', undefined],
      ['404', 404, 'Funnel step not found', undefined],
      ['409', 409, 'A request with this Idempotency-Key is being processed', 'retry-after'],
      ['429;retry=2', 429, 'Too many requests', 'retry-after'],
      [' 429; Retry=2 ', 429, 'Too many requests', 'retry-after'],
      ['500', 500, 'Internal server error', undefined],
      ['503', 503, 'Service temporarily unavailable', 'retry-after'],
    ])('%j answers as the real error and stores nothing', async (value, status, text, header) => {
      const name = randomUUID();
      for (const path of ['', '/batch']) {
        const body = path ? { leads: [{ name }] } : { name };
        const answer = await send(body, { 'x-simulate': value }, path);
        expect([answer.status, answer.json]).toEqual([status, failed(text)]);
        if (header) expect(answer.headers).toHaveProperty(header);
        if (status === 429) expect(answer.headers['retry-after']).toBe('2');
        if ([401, 403].includes(status))
          for (const rate of rates) expect(answer.headers).not.toHaveProperty(rate);
      }
      expect(await countNamed(name)).toBe(0);
    });

    it('answers as problem+json on request', async () => {
      const accept = 'application/problem+json';
      const { text } = await send({ name: 'M' }, { 'x-simulate': '404', accept });
      expect(JSON.parse(text)).toMatchObject({ type: '/docs/errors#step-not-found', status: 404 });
    });

    it.each([
      ['close;before=commit', 0],
      ['close;after=commit', 1],
    ])('%s cuts the connection, and stores %d', async (value, stored) => {
      const name = randomUUID();
      for (const [path, body] of [
        ['', { name }],
        ['/batch', { leads: [{ name: `${name} in a batch` }] }],
      ] as const) {
        await expect(send(body, { 'x-simulate': value }, path)).rejects.toThrow();
      }
      expect([await countNamed(name), await countNamed(`${name} in a batch`)]).toEqual([
        stored,
        stored,
      ]);
      expect((await send({ name })).status).toBe(201);
    });

    it.each([
      '418',
      '429',
      '429;retry=0',
      '429;retry=61',
      'slow=16s',
      'slow=0s',
      'close',
      '401,403',
      '__proto__',
    ])('names the values to a sender of %j', async (value) => {
      const name = randomUUID();
      const answer = await send({ name }, { 'x-simulate': value });
      const text =
        'X-Simulate: must be 401, 403, 404, 409, 429;retry=2 (1 to 60), 500, 503, slow=8s (1s to 15s), close;before=commit or close;after=commit';
      expect([answer.status, answer.json]).toEqual([400, failed(text)]);
      expect(await countNamed(name)).toBe(0);
    });

    it('is ignored with a live key, and listed as ignored', async () => {
      for (const value of ['503', 'close;before=commit', 'anything']) {
        const answer = await sendLive({ name: 'Maria' }, { 'x-simulate': value });
        expect([answer.status, answer.headers['x-ignored-headers']]).toEqual([201, 'X-Simulate']);
      }
      const refused = await sendLive({}, { 'x-simulate': '503' });
      expect([refused.status, refused.headers['x-ignored-headers']]).toEqual([400, 'X-Simulate']);
      expect((await sendLive({ name: 'Maria' })).headers).not.toHaveProperty('x-ignored-headers');
    });

    it('is ignored by operations that create nothing, and named', async () => {
      for (const [key, path] of [
        [secret, '/me'],
        [api.tenant.secrets.good, '/funnels'],
        [secret, '/leads?externalLeadId=1'],
      ] as const) {
        const answer = await api.call({
          method: 'GET',
          path: `/api${path}`,
          body: '',
          headers: { 'content-type': undefined, 'x-api-key': key, 'x-simulate': '503' },
        });
        expect([answer.status, answer.headers['x-ignored-headers']]).toEqual([200, 'X-Simulate']);
      }
    });

    it('has no effect with a refused key', async () => {
      const headers = { 'x-simulate': '503', 'x-api-key': api.tenant.secrets.unknown };
      expect((await send({ name: 'Maria' }, headers)).status).toBe(401);
    });

    it.each([
      ['401', [401], 0],
      ['403', [403], 0],
      ['404', [404], 0],
      ['409', [409, 201], 1],
      ['429;retry=1', [429, 201], 1],
      ['500', [500, 201], 1],
      ['503', [503, 201], 1],
      ['slow=1s', [201], 1],
      ['close;before=commit', ['closed', 201], 1],
      ['close;after=commit', ['closed', 201], 1],
    ])('%s and the retry recipe', async (value, outcomes, stored) => {
      const name = randomUUID();
      const headers = { 'x-simulate': value, 'idempotency-key': randomUUID() };
      const sendAgain = () => send({ name }, headers);
      expect(await sendUntilAnswered(sendAgain)).toEqual(outcomes);
      expect(await countNamed(name)).toBe(stored);

      // A tool does not retry these: a person sends them again after correcting the key or address.
      const last = await sendAgain();
      expect([last.status, await countNamed(name)]).toEqual([201, 1]);
      expect(last.headers['idempotent-replayed']).toBe(stored === 1 ? 'true' : undefined);
    });

    it('is obeyed once for each Idempotency-Key and value, and every time without one', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const status = async (more: Headers) => (await send({ name: 'Maria' }, more)).status;
      expect([
        await status({ ...headers, 'x-simulate': '503' }),
        await status({ ...headers, 'x-simulate': '500' }),
        await status({ ...headers, 'x-simulate': '503' }),
        await status({ 'x-simulate': '503' }),
        await status({ 'x-simulate': '503' }),
      ]).toEqual([503, 500, 201, 503, 503]);
    });

    it('is not used up by a dry run, which tells what the real call then does', async () => {
      const headers = { 'idempotency-key': randomUUID(), 'x-simulate': '503' };
      const status = async (more: Headers = {}) =>
        (await send({ name: 'Maria' }, { ...headers, ...more })).status;
      const dry = { 'x-dry-run': 'true' };
      expect([await status(dry), await status(), await status(dry), await status()]).toEqual([
        503, 503, 200, 201,
      ]);
    });

    it('delays the answer to a stored lead, which a retry of the client gets', async () => {
      const name = randomUUID();
      const headers = { 'x-simulate': 'slow=3s', 'idempotency-key': randomUUID() };
      let isAnswered = false;
      const first = send({ name }, headers).finally(() => {
        isAnswered = true;
      });
      await expect.poll(() => countNamed(name)).toBe(1);
      expect(isAnswered).toBe(false);

      const again = await send({ name }, headers);
      expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
      expect(leadOf(await first)).toEqual(leadOf(again));
      expect(await countNamed(name)).toBe(1);
    });
  });
});
