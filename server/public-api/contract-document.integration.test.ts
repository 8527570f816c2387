import { expect, it } from 'vitest';
import { describeContract, leadOf } from '#server/testing/contract.ts';
import { documented, expectDocumented } from '#server/testing/documented.ts';
import { send } from '#server/testing/http-client.ts';

const { post } = documented.paths['/leads/public/{stepId}'] ?? {};
const example = post?.requestBody?.content['application/json']?.example;
const answered = post?.responses[201]?.content['application/json']?.example;

describeContract(
  'the document',
  (api) => {
    it('has an example of a body that creates the lead of the example of an answer', async () => {
      const { id, contactId, createdAt } = leadOf(await api.post(example));
      const { data, ...rest } = Object(answered);
      expect(await api.post(example)).toMatchObject({
        headers: { 'idempotent-replayed': 'true' },
        json: { ...rest, data: { ...data, id, contactId, createdAt } },
      });
    });

    it('describes the rate of a key on every status that tells it', async () => {
      const headers = { 'idempotency-key': `a-${api.port}` };
      const calls: [status: number, call: Parameters<typeof api.call>[0]][] = [
        [201, { headers }],
        [422, { headers, body: '{"name":"Other"}' }],
        [400, { body: '{}' }],
        [404, { path: `/api/leads/public/${api.tenant.stepsNotFound.unknown}` }],
        [413, { body: ' '.repeat(65_537) }],
        [415, { headers: { 'content-type': 'text/plain' } }],
      ];
      for (const [status, call] of calls) {
        const answer = await api.call(call);
        expect([answer.status, answer.headers]).toEqual([
          status,
          expect.objectContaining({
            ratelimit: expect.stringMatching(/^"key";r=\d+;t=\d+$/),
            'ratelimit-policy': '"key";q=20;w=2',
          }),
        ]);
      }

      const many = await Promise.all(Array.from({ length: 40 }, () => api.call()));
      expect(many.map(({ status }) => status)).toContain(429);
    });

    if (api.hasPanel)
      it.each([
        ['/api/openapi.json', 'application/json', '{"openapi":"3.1.0"'],
        ['/api/openapi.yaml', 'application/yaml', 'openapi: 3.1.0'],
      ])('can be loaded by pages of other origins from %s', async (path, type, start) => {
        const headers = { host: api.tenant.host, origin: 'https://console.example' };
        const asked = await send(api.port, { method: 'OPTIONS', path, headers });
        const got = await send(api.port, { method: 'GET', path, headers });
        expect([asked.status, got.status]).toEqual([204, 200]);
        for (const answer of [asked, got]) {
          expect(answer.headers['access-control-allow-origin']).toBe('*');
        }
        expect(got.headers['content-type']).toBe(type);
        expect(got.text.startsWith(start)).toBe(true);
        expect(got.text).toContain(`http://${api.tenant.host}/api`);
      });

    if (!api.isNextAlone) {
      it('describes headers that are too large', async () => {
        const path = `/leads/public/${api.tenant.stepId}`;
        const headers = { host: api.tenant.host, 'x-long': 'x'.repeat(20_000) };
        const answer = await send(api.port, { path, headers });
        expect(answer.status).toBe(431);
        expectDocumented({ path }, answer);
      });
    }
  },
  { RATE_LIMIT_PER_KEY: '10', RATE_LIMIT_BURST: '20' },
);
