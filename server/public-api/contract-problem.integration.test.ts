import { expect, it } from 'vitest';
import { describeContract, failed } from '#server/testing/contract.ts';
import { sendRaw } from '#server/testing/raw-client.ts';

const problem = 'application/problem+json';
const about = (status: number, title: string, section: string, detail: string) => ({
  type: `/docs/errors#${section}`,
  title,
  status,
  detail,
  requestId: 'mine',
  issues: [],
  warnings: [],
});

describeContract('failures as problems', (api) => {
  const ask = (call: Parameters<typeof api.call>[0] = {}) =>
    api.call({ ...call, headers: { accept: problem, 'x-request-id': 'mine', ...call.headers } });

  it('fields are told one by one, under the names that were sent', async () => {
    const answer = await ask({
      body: JSON.stringify({
        phones: ['1', true],
        segment: 'x'.repeat(201),
        pageName: 'a',
        page_name: 'b',
        first_name: '{{name}}',
        'E-Mail': 'x',
        custom_fields: { 'b/~': ['x', 'y'], c: 'c\0' },
      }),
    });
    expect(answer.headers['content-type']).toBe(problem);
    const { detail, issues, warnings, ...rest } = JSON.parse(answer.text);
    expect(rest).toEqual({
      type: '/docs/errors#invalid-fields',
      title: 'Bad Request',
      status: 400,
      requestId: 'mine',
    });
    const told = ({ path, pointer, code }: Record<string, string>) => [path, pointer, code];
    expect(issues.map(told)).toEqual([
      ['name', '/name', 'required'],
      ['phones[0]', '/phones/0', 'invalid_phone'],
      ['phones[1]', '/phones/1', 'invalid_phone'],
      ['segment', '/segment', 'too_long'],
      ['E-Mail', '/E-Mail', 'invalid_email'],
      ['first_name', '/first_name', 'placeholder'],
      ['custom_fields.b/~', '/custom_fields/b~1~0', 'invalid_type'],
    ]);
    expect(warnings.map(told)).toEqual([
      ['page_name', '/page_name', 'conflict'],
      ['custom_fields.c', '/custom_fields/c', 'invalid_characters'],
    ]);
    const words = issues.map(({ path, message }: Record<string, string>) => `${path}: ${message}`);
    expect(detail).toBe(words.join('; '));
  });

  it('too many of something has a code of its own', async () => {
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [n, n]));
    const phones = Array.from({ length: 21 }, (_, n) => `55119876543${n + 10}`);
    const { text } = await ask({
      body: JSON.stringify({ name: 'x', phones, customFields: many }),
      headers: { 'x-strict': 'true' },
    });
    expect(JSON.parse(text).issues.map(({ code }: { code: string }) => code)).toEqual([
      'too_many',
      'too_many',
    ]);
  });

  it.each([
    ['an unknown path', { path: '/api/x' }, about(404, 'Not Found', 'not-found', 'Not found')],
    [
      'another method',
      { method: 'GET', body: '' },
      about(405, 'Method Not Allowed', 'method-not-allowed', 'Method not allowed: send POST'),
    ],
    [
      'no key',
      { headers: { 'x-api-key': undefined } },
      about(401, 'Unauthorized', 'key-required', 'API Key required'),
    ],
    [
      'another host',
      { headers: { host: 'unknown.test' } },
      about(404, 'Not Found', 'unknown-host', 'Unknown application host'),
    ],
    [
      'text',
      { headers: { 'content-type': 'text/plain' } },
      about(
        415,
        'Unsupported Media Type',
        'not-json-type',
        'Content-Type must be application/json: not text/plain',
      ),
    ],
    [
      'too much',
      { body: ' '.repeat(65_537) },
      about(413, 'Payload Too Large', 'body-too-large', 'Request body must not exceed 64 KiB'),
    ],
    [
      'no JSON',
      { body: '{' },
      about(
        400,
        'Bad Request',
        'not-json',
        'Request body must be valid JSON: line 1, column 2: a closing brace is missing',
      ),
    ],
    [
      'an unknown step',
      { path: '/api/leads/public/x' },
      about(404, 'Not Found', 'step-not-found', 'Funnel step not found'),
    ],
  ])('%s', async (_, call, expected) => {
    const answer = await ask(call);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([expected.status, expected]);
    expect(answer.headers['content-type']).toBe(problem);
  });

  it('keeps the headers that go with the status', async () => {
    expect((await ask({ method: 'GET', body: '' })).headers.allow).toBe('POST');
    const { headers } = await ask({ headers: { 'x-api-key': '' } });
    expect(headers['www-authenticate']).toMatch(/^ApiKey /);
  });

  it('leaves a success, and failures for callers that do not ask for it, as they are', async () => {
    const created = await ask();
    expect([created.status, created.headers['content-type']]).toEqual([
      201,
      'application/json; charset=utf-8',
    ]);
    for (const accept of ['*/*', 'application/*', `${problem};q=0`, undefined]) {
      const refused = await ask({ path: '/api/x', headers: { accept } });
      expect([refused.text, refused.headers['content-type']]).toEqual([
        JSON.stringify(failed('Not found')),
        'application/json; charset=utf-8',
      ]);
    }
  });

  if (!api.isNextAlone) {
    it('what the parser refuses, as far as it tells the headers', async () => {
      const refused = await sendRaw(api.port, [
        'POST /api/x HTTP/1.1',
        `Accept: ${problem}`,
        'X-Request-Id: mine',
        'Host: x',
        'Bad Header: x',
      ]);
      expect([refused.status, JSON.parse(refused.body)]).toEqual([
        400,
        about(400, 'Bad Request', 'malformed-request', 'Malformed HTTP request'),
      ]);
      const unnamed = await sendRaw(api.port, ['POST /api/x HTTP/1.1', 'Host: x', 'Bad Header: x']);
      expect(JSON.parse(unnamed.body)).toEqual(failed('Malformed HTTP request'));
    });

    it('a request is answered before malformed bytes that come behind it', async () => {
      const before = await api.countLeads();
      const body = '{"name":"Maria"}';
      const head = [
        `POST /api/leads/public/${api.tenant.stepId} HTTP/1.1`,
        `Host: ${api.tenant.host}`,
        `X-API-Key: ${api.tenant.secrets.good}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ];
      const { status } = await sendRaw(api.port, head, `${body}\0\0 no request\r\n\r\n`);
      expect(status).toBe(201);
      expect(await api.countLeads()).toBe(before + 1);
    });

    it('a body whose chunks make no sense, once', async () => {
      const broken = (key: string) =>
        sendRaw(
          api.port,
          [
            `POST /api/leads/public/${api.tenant.stepId} HTTP/1.1`,
            `Host: ${api.tenant.host}`,
            `X-API-Key: ${key}`,
            `Accept: ${problem}`,
            'X-Request-Id: mine',
            'Content-Type: application/json',
            'Transfer-Encoding: chunked',
          ],
          '5\r\n{"nam\r\nzz\r\n',
          50,
        );
      expect(JSON.parse((await broken(api.tenant.secrets.good)).body)).toEqual(
        about(400, 'Bad Request', 'malformed-request', 'Malformed HTTP request'),
      );
      expect(JSON.parse((await broken('junk')).body)).toEqual(
        about(401, 'Unauthorized', 'key-invalid', 'Invalid or inactive API Key'),
      );
    });
  }
});
