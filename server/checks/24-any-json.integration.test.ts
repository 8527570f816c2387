import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { leadOf } from '#server/testing/contract.ts';
import { documented, expectDocumented } from '#server/testing/documented.ts';
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
  const { required: fields } = documented.components.schemas.Lead ?? {};
  const headers = {
    host: tenant.host,
    'x-api-key': tenant.secrets.good,
    'content-type': 'application/json',
  };

  await fc.assert(
    fc.asyncProperty(anyBody, fc.boolean(), async (body, asksForProblem) => {
      const call = {
        path: `/leads/public/${tenant.stepId}`,
        headers: { ...headers, ...(asksForProblem && { accept: 'application/problem+json' }) },
        body,
      };
      const answer = await send(server.port, call);
      expect(answer.status).toBeLessThan(500);
      expectDocumented(call, answer);
      if (answer.status === 201) {
        expect(Object.keys(leadOf(answer))).toEqual(fields);
      } else {
        const type = asksForProblem
          ? 'application/problem+json'
          : 'application/json; charset=utf-8';
        expect(answer.headers['content-type']).toBe(type);
      }
    }),
    { numRuns: 400 },
  );
});
