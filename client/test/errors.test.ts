import { expect, it } from 'vitest';
import { errors } from '../../server/public-api/errors.ts';
import { failure, PublicError } from '../../server/public-api/response.ts';
import manifest from '../package.json' with { type: 'json' };
import { createClient } from '../src/index.ts';

/** A client whose requests are all answered alike. */
function answeredWith(answer: (accept: string | undefined) => Response) {
  return createClient({
    baseUrl: 'https://crm.example.com/api',
    apiKey: 'lk_secret',
    maxRetries: 0,
    fetch: async (_, { headers }) => answer(new Headers(headers).get('accept') ?? undefined),
  });
}

it.each(Object.values(errors))('$section has its kind and its page', async (error) => {
  const issues = [{ path: 'name', pointer: '/name', message: 'is required', code: 'required' }];
  const client = answeredWith((accept) => {
    const refusal = new PublicError(error, { headers: { 'retry-after': '3' }, issues });
    const { status, headers, body } = failure(refusal, { requestId: 'r-1', accept });
    return new Response(body, { status, headers });
  });
  await expect(client.getMe()).rejects.toMatchObject({
    name: 'LeadgateError',
    status: error.status,
    kind: error.section,
    message: error.message,
    docs: `https://crm.example.com/docs/errors#${error.section}`,
    requestId: 'r-1',
    issues,
    retryAfterMs: 3_000,
    attempts: 1,
  });
});

const stepId = '0192f0c1-7a3b-7c4d-8e5f-60718293a4b5';
const answeredBatch = (data: object) =>
  answeredWith(() => Response.json({ success: true, data, message: '' }));

it('of a lead in a batch has its kind, its page and its issues', async () => {
  const issues = [{ path: 'name', pointer: '/name', message: 'is required', code: 'required' }];
  const type = '/docs/errors#invalid-fields';
  const refused = { index: 0, status: 400, error: 'name: is required', type, issues };
  const client = answeredBatch({ created: 0, replayed: 0, failed: 1, results: [refused] });
  const expected = {
    status: 400,
    kind: 'invalid-fields',
    message: 'name: is required',
    docs: `https://crm.example.com${type}`,
    issues,
    mayBeStored: false,
  };
  const { results, failed } = await client.createLeads(stepId, [{ name: '' }]);
  expect([results, failed]).toEqual([[{ index: 0, error: expected }], 1]);
});

it('of a lead that no batch can hold has them too', async () => {
  const client = answeredWith(() => expect.fail('nothing may be sent'));
  const leads = [{ name: 'M', message: 'x'.repeat(1_100_000) }];
  const { results } = await client.createLeads(stepId, leads);
  expect(results).toEqual([
    {
      index: 0,
      error: {
        status: errors.bodyTooLarge.status,
        kind: errors.bodyTooLarge.section,
        message: errors.bodyTooLarge.message,
        docs: `https://crm.example.com/docs/errors#${errors.bodyTooLarge.section}`,
        issues: [],
        mayBeStored: false,
      },
    },
  ]);
});

it('a dry run of a batch tells what would be created', async () => {
  const lead = { id: null, contactId: null };
  const result = { index: 0, status: 200, data: lead };
  const counts = { created: 0, wouldCreate: 1, replayed: 0, failed: 0 };
  const client = answeredBatch({ ...counts, results: [result] });
  const outcome = await client.dryRunLeads(stepId, [{ name: 'M' }]);
  expect(outcome).toEqual({
    wouldCreate: 1,
    replayed: 0,
    failed: 0,
    results: [{ index: 0, lead, replayed: false, warnings: [] }],
    warnings: { unread: [], ignored: [], truncated: [] },
  });
});

it('a failure in the envelope has its text', async () => {
  const body = JSON.stringify({ success: false, error: 'Not found' });
  const client = answeredWith(() => new Response(body, { status: 404 }));
  await expect(client.getMe()).rejects.toMatchObject({ kind: 'unknown', message: 'Not found' });
});

it('an answer of a proxy has its status', async () => {
  const client = answeredWith(() => new Response('<html>', { status: 413 }));
  await expect(client.getMe()).rejects.toMatchObject({
    kind: 'unknown',
    message: 'HTTP 413 without an explanation',
    docs: undefined,
  });
});

it('a header that cannot be sent is named at once, and is not retried', async () => {
  const client = answeredWith(() => expect.fail('nothing may be sent'));
  const call = client.createLead(stepId, { name: 'M' }, { idempotencyKey: 'ü\n→' });
  await expect(call).rejects.toThrow(TypeError);
});

it('names the version of the package', async () => {
  let userAgent: string | null = null;
  const client = createClient({
    baseUrl: 'https://crm.example.com/api',
    apiKey: 'lk_secret',
    fetch: async (_, { headers }) => {
      userAgent = new Headers(headers).get('user-agent');
      return Response.json({ success: true, data: [] });
    },
  });
  await client.listFunnels();
  expect(userAgent).toBe(`leadgate-client/${manifest.version}`);
});
