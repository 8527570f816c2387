import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { openApiDocument } from '#server/public-api/openapi.ts';
import { leadOf } from '#server/testing/contract.ts';
import { send } from '#server/testing/http-client.ts';
import { type Leadgate, startLeadgate } from '#server/testing/start-leadgate.ts';
import { type ContractTenant, createContractTenant } from '#server/testing/tenant.ts';

const database = withTestDatabase();
let tenant: ContractTenant;
let server: Leadgate;
beforeAll(async () => {
  tenant = await createContractTenant(database.db);
  server = await startLeadgate({ databaseUrl: database.url }).ready;
});
afterAll(() => server?.stop());

const anyValue = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.constant('\0'),
  fc.constant('\ud83d'),
);
const anyField = fc.constantFrom(
  'name',
  'phones',
  'segment',
  'campaign_name',
  'formId',
  'lead_id',
  'customFields',
  'email',
  '__proto__',
  'stepId',
);
const anyBody = fc.oneof(
  fc.json(),
  fc.dictionary(anyField, anyValue).map((body) => JSON.stringify({ name: 'x', ...body })),
  fc
    .array(fc.string({ unit: 'binary' }), { maxLength: 25 })
    .map((phones) => JSON.stringify({ name: 'x', phones })),
);

it('check 24: any JSON at all gives an answer of the document, and never a 5xx', {
  timeout: 60_000,
}, async () => {
  const document = JSON.parse(JSON.stringify(openApiDocument('http://x')));
  const known = Object.keys(document.paths['/leads/public/{stepId}'].post.responses);
  const { required: fields } = document.components.schemas.Lead;
  const { required: problem } = document.components.schemas.Problem;
  const headers = {
    host: tenant.host,
    'x-api-key': tenant.secrets.good,
    'content-type': 'application/json',
  };

  await fc.assert(
    fc.asyncProperty(anyBody, fc.boolean(), async (body, asksForProblem) => {
      const answer = await send(server.port, {
        path: `/leads/public/${tenant.stepId}`,
        headers: { ...headers, ...(asksForProblem && { accept: 'application/problem+json' }) },
        body,
      });
      expect(known).toContain(String(answer.status));
      expect(answer.status).toBeLessThan(500);
      if (answer.status === 201) {
        expect(Object.keys(leadOf(answer))).toEqual(fields);
      } else if (asksForProblem) {
        expect(answer.headers['content-type']).toBe('application/problem+json');
        expect(Object.keys(JSON.parse(answer.text))).toEqual(problem);
      } else {
        expect(answer.json).toEqual({ success: false, error: expect.any(String) });
      }
    }),
    { numRuns: 400 },
  );
});
