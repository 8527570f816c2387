import { describe, expect, it } from 'vitest';
import { describeContract, failed } from '#server/testing/contract.ts';

describeContract('the way in', (api) => {
  describe('authentication (5)', () => {
    it.each([
      ['missing', undefined, 401, 'API Key required'],
      ['empty', '', 401, 'API Key required'],
      ['junk', 'junk', 401, 'Invalid or inactive API Key'],
      ['8 KB long', 'k'.repeat(8_192), 401, 'Invalid or inactive API Key'],
      ['sent twice, differently', ['lk_a', 'lk_b'], 401, 'Invalid or inactive API Key'],
    ])('check 1: a key that is %s', async (_, sent, status, error) => {
      const before = await api.countLeads();
      const answer = await api.call({ headers: { 'x-api-key': sent } });
      expect(answer.json).toEqual(failed(error));
      expect(answer.status).toBe(status);
      expect(answer.headers['www-authenticate']).toMatch(/^ApiKey /);
      expect(await api.countLeads()).toBe(before);
    });

    it.each([
      ['unknown', 401, 'Invalid or inactive API Key'],
      ['inactive', 401, 'Invalid or inactive API Key'],
      ['inactiveAndExpired', 401, 'Invalid or inactive API Key'],
      ['deleted', 401, 'Invalid or inactive API Key'],
      ['expired', 401, 'API Key has expired'],
    ] as const)('a key that is %s', async (state, status, error) => {
      const before = await api.countLeads();
      const answer = await api.call({ headers: { 'x-api-key': api.tenant.secrets[state] } });
      expect(answer.json).toEqual(failed(error));
      expect(answer.status).toBe(status);
      expect(await api.countLeads()).toBe(before);
    });

    it.each(['expiring', 'retiring', 'limitedToStep', 'limitedToFunnel'] as const)(
      'a key that is %s still works',
      async (state) => {
        expect(
          (await api.call({ headers: { 'x-api-key': api.tenant.secrets[state] } })).status,
        ).toBe(201);
      },
    );

    it.each([
      ['limitedToStep', []],
      ['limitedToFunnel', []],
      ['powerless', ['own']],
    ] as const)(
      'check 10: a key %s opens no other step, be there one or not, and stores nothing',
      async (state, own) => {
        const before = await api.countLeads();
        for (const stepId of [
          ...own.map(() => api.tenant.stepId),
          api.tenant.secondStepId,
          api.tenant.stepsNotFound.unknown,
          'junk',
        ]) {
          const answer = await api.call({
            path: `/api/leads/public/${stepId}`,
            headers: { 'x-api-key': api.tenant.secrets[state] },
          });
          expect(answer.json).toEqual(failed('API Key does not allow creating leads in this step'));
          expect(answer.status).toBe(403);
        }
        expect(await api.countLeads()).toBe(before);
      },
    );

    it('check 12: a key of another application', async () => {
      const answer = await api.call({ headers: { host: api.tenant.otherHost } });
      expect(answer.json).toEqual(failed('API Key does not belong to this application'));
      expect(answer.status).toBe(403);
    });

    it('tells a caller without a valid key nothing about its body', async () => {
      const answer = await api.call({
        headers: { 'x-api-key': undefined, 'content-type': 'text/plain' },
        body: '{',
      });
      expect(answer.json).toEqual(failed('API Key required'));
    });

    it('the same key sent twice is one key', async () => {
      const { good } = api.tenant.secrets;
      expect((await api.call({ headers: { 'x-api-key': [good, good] } })).status).toBe(201);
    });
  });

  describe('media type and size', () => {
    it.each([
      'application/json',
      'APPLICATION/JSON',
      'application/json; charset="utf-8"',
      'application/json;charset=UTF-8; x=1',
      'application/json; charset=utf8',
      'application/json; charset=US-ASCII',
      'application/json; charset=ascii',
    ])('check 16: %s is accepted', async (type) => {
      expect((await api.call({ headers: { 'content-type': type } })).status).toBe(201);
    });

    it.each([
      undefined,
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'application/json; charset=latin1',
    ])('check 16: %s is refused', async (type) => {
      expect((await api.call({ headers: { 'content-type': type } })).status).toBe(415);
    });

    it('check 16: names another charset', async () => {
      const type = 'application/json; charset=ISO-8859-1';
      const answer = await api.call({ headers: { 'content-type': type } });
      expect(answer.json).toEqual(
        failed('Content-Type must be application/json in UTF-8: charset is ISO-8859-1'),
      );
    });

    it.each(['', '\ufeff'])('names UTF-16 with %j in front', async (mark) => {
      const body = Buffer.from(`${mark}{"name":"Maria"}`, 'utf16le');
      const answer = await api.call({ body });
      expect([answer.status, answer.json]).toEqual([
        400,
        failed('Request body must be valid UTF-8: it is UTF-16'),
      ]);
    });

    it('a compressed body is refused', async () => {
      expect((await api.call({ headers: { 'content-encoding': 'gzip' } })).status).toBe(415);
    });

    const padded = (bytes: number) => `{"name":"x"${' '.repeat(bytes - 12)}}`;
    it('check 17: 64 KiB are accepted, one byte more is not', async () => {
      expect((await api.call({ body: padded(65_536) })).status).toBe(201);
      const answer = await api.call({ body: padded(65_537) });
      expect([answer.status, answer.json]).toEqual([
        413,
        failed('Request body must not exceed 64 KiB'),
      ]);
    });

    it('check 18: 100,000 names are too many bytes', async () => {
      const names = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, 0]));
      expect((await api.call({ body: JSON.stringify({ name: 'x', ...names }) })).status).toBe(413);
    });

    it('check 17: counts a body that does not say its length', async () => {
      const answer = await api.call({
        headers: { 'transfer-encoding': 'chunked' },
        body: padded(65_537),
      });
      expect(answer.status).toBe(413);
    });
  });

  describe('headers of every answer', () => {
    it('names the request, by the name the caller gave it if it is a decent one', async () => {
      expect(
        (await api.call({ headers: { 'x-request-id': 'mine-1' } })).headers['x-request-id'],
      ).toBe('mine-1');
      expect(
        (await api.call({ headers: { 'x-request-id': 'not mine' } })).headers['x-request-id'],
      ).toMatch(/^[0-9a-f-]{36}$/);
      expect(
        (await api.call({ path: '/api/x', headers: { 'x-request-id': 'mine-2' } })).headers[
          'x-request-id'
        ],
      ).toBe('mine-2');
    });

    it('is never stored by anybody on the way', async () => {
      expect((await api.call()).headers['cache-control']).toBe('no-store');
      expect((await api.call({ path: '/api/x' })).headers['cache-control']).toBe('no-store');
    });
  });

  if (!api.isNextAlone) {
    if (api.hasPanel)
      it.each([
        [
          'h2c',
          ['Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA'],
        ],
        ['websocket', ['Connection: Upgrade', 'Sec-WebSocket-Version: 13']],
      ])('ignores an Upgrade to %s, also after a page of the panel', async (protocol, lines) => {
        const page = { method: 'GET', path: '/sign-in', body: '' };
        expect((await api.call(page)).status).toBe(200);
        expect((await api.raw([`Upgrade: ${protocol}`, ...lines])).status).toBe(201);
        const headers = { upgrade: protocol, connection: 'upgrade' };
        expect((await api.call({ ...page, headers })).status).toBe(200);
      });

    it.each([
      ['no Host', [], { host: '' }, 400, 'Host header is required'],
      ['another expectation', ['Expect: x'], {}, 417, 'Expect must be 100-continue'],
    ])('refuses a request with %s in the envelope', async (_, lines, host, status, error) => {
      const { headers, ...answer } = await api.raw(['X-Request-Id: mine', ...lines], host);
      expect([answer.status, JSON.parse(answer.body)]).toEqual([status, failed(error)]);
      expect(headers).toMatchObject({ 'x-request-id': 'mine', 'cache-control': 'no-store' });
    });

    if (api.hasPanel)
      it.each(['/api/openapi.json', '/api/openapi.yaml'])(
        'answers for %s in the envelope under a host that no application owns',
        async (path) => {
          const headers = { host: 'unknown.test', 'x-request-id': 'mine' };
          const answer = await api.call({ method: 'GET', path, headers, body: '' });
          expect([answer.status, answer.json]).toEqual([404, failed('Unknown application host')]);
          expect(answer.headers['x-request-id']).toBe('mine');
        },
      );
  }

  it('records the last use of a key, and the client', async () => {
    await api.call({
      headers: { 'user-agent': 'n8n/1.70 (linux)', 'x-api-key': api.tenant.secrets.limitedToStep },
    });
    await expect
      .poll(
        () =>
          api.sql`select last_used_client, last_used_at is not null as used from api_keys where last_used_client = 'n8n/1.70'`,
        { timeout: 20_000 },
      )
      .toMatchObject([{ used: true }]);
  });
});
