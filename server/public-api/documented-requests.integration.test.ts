import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { leadOf } from '#server/testing/contract.ts';
import { expectDocumented } from '#server/testing/documented.ts';
import { type DocumentedRequest, documentedRequests } from '#server/testing/documented-request.ts';
import { send } from '#server/testing/http-client.ts';
import { type ContractTenant, createContractTenant } from '#server/testing/tenant.ts';
import { withWebServer } from '#server/testing/web-server.ts';
import { createInboundAddress } from '../services/inbound-addresses/create-inbound-address.ts';
import { bodySeal, keyPepper } from '../testing/secrets.ts';

const database = withTestDatabase();
const web = withWebServer(() => database.url, { RATE_LIMIT_PER_KEY: '0' });
let tenant: ContractTenant;
let secret: string;
let leadId: string;
let address: string;
beforeAll(async () => {
  tenant = await createContractTenant(database.db);
  const permissions = ['leads:create' as const, 'leads:read' as const];
  secret = (await tenant.newKey({ permissions })).secret;
  const seal = { keyPepper, bodySeal };
  const key = await tenant.newKey({ rateLimit: 0 });
  const place = { name: 'Form', stepId: tenant.stepId, apiKeyId: key.id };
  const settings = { ...place, preset: 'other', networks: [], proof: null } as const;
  ({ address } = await createInboundAddress(database.db, tenant.system, settings, seal));
  const answer = await call({ path: `/api/leads/public/${tenant.stepId}`, body: '{"name":"Ana"}' });
  leadId = leadOf(answer).id ?? '';
});

function call({ headers, ...request }: Partial<DocumentedRequest> & { path: string }) {
  const type = request.body !== undefined && { 'content-type': 'application/json' };
  const all = { host: tenant.host, 'x-api-key': secret, ...type, ...headers };
  return send(web.port, { body: '', ...request, headers: all });
}

/** The document requires no field of a lead, but what names no person is refused. */
const withName = ({ body, ...request }: DocumentedRequest): DocumentedRequest =>
  body === undefined
    ? request
    : { ...request, body: JSON.stringify({ ...JSON.parse(body), name: 'Ana' }) };

const operations = documentedRequests(() => ({ stepId: tenant.stepId, leadId, address }));

it.each(operations)(
  'answers whatever the document allows for $name as the document says, without a fault',
  { timeout: 120_000 },
  async ({ requests }) => {
    const outcomes = new Set<boolean>();
    await fc.assert(
      fc.asyncProperty(requests(), fc.boolean(), async (any, isNamed) => {
        const request = isNamed ? withName(any) : any;
        const answer = await call(request);
        expectDocumented(request, answer);
        expect(answer.status, answer.text).toBeLessThan(500);
        outcomes.add(answer.status < 300);
      }),
      { numRuns: 150 },
    );
    expect([...outcomes], 'some succeed').toContain(true);
  },
);
