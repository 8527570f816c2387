import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { anyBody } from '#server/testing/any-json.ts';
import { leadOf } from '#server/testing/contract.ts';
import { documented, expectDocumented } from '#server/testing/documented.ts';
import { type Answer, send } from '#server/testing/http-client.ts';
import { type ContractTenant, createContractTenant } from '#server/testing/tenant.ts';
import { withWebServer } from '#server/testing/web-server.ts';

const database = withTestDatabase();
const web = withWebServer(() => database.url, { RATE_LIMIT_PER_KEY: '0' });
let tenant: ContractTenant;
beforeAll(async () => {
  tenant = await createContractTenant(database.db);
});

/** One body, as a dry run and as the real call. */
async function sendTwice(body: string, more: Record<string, string>) {
  const headers = {
    host: tenant.host,
    'x-api-key': tenant.secrets.good,
    'content-type': 'application/json',
    ...more,
  };
  const path = `/leads/public/${tenant.stepId}`;
  const dry = await send(web.port, { path, headers: { ...headers, 'x-dry-run': 'true' }, body });
  const real = await send(web.port, { path, headers, body });
  for (const answer of [dry, real]) expectDocumented({ path }, answer);
  return { dry, real };
}

/** What the two have in common. A repeated lead has its IDs and time in both. */
function comparable({ status, headers, text }: Answer) {
  const { requestId: _, message: __, data, ...rest } = JSON.parse(text);
  const isReplayed = headers['idempotent-replayed'];
  const own = isReplayed ? {} : { id: 0, contactId: 0, createdAt: 0 };
  return {
    status: status === 200 ? 201 : status,
    type: headers['content-type'],
    ignored: headers['x-ignored-fields'],
    unread: headers['x-unread-fields'],
    cut: headers['x-truncated-fields'],
    isReplayed,
    data: data && { ...data, ...own },
    ...rest,
  };
}

const countLeads = async () => (await database.sql`select from leads`).length;

it('check 24: any JSON gives 201 and one lead, or a documented refusal and no lead, as its dry run predicts', {
  timeout: 120_000,
}, async () => {
  const { required: fields } = documented.components.schemas.Lead ?? {};
  const someKey = fc.option(fc.integer({ min: 1, max: 20 }));

  await fc.assert(
    fc.asyncProperty(anyBody, fc.boolean(), someKey, async (body, asksForProblem, key) => {
      const before = await countLeads();
      const { dry, real } = await sendTwice(body, {
        ...(asksForProblem && { accept: 'application/problem+json' }),
        ...(key !== null && { 'idempotency-key': String(key) }),
      });
      expect(real.status).toBeLessThan(500);
      expect(comparable(dry)).toEqual(comparable(real));

      const isCreated = real.status === 201 && real.headers['idempotent-replayed'] === undefined;
      expect(await countLeads()).toBe(isCreated ? before + 1 : before);
      if (real.status === 201) {
        expect(Object.keys(leadOf(real))).toEqual(fields);
      } else {
        const type = asksForProblem
          ? 'application/problem+json'
          : 'application/json; charset=utf-8';
        expect(real.headers['content-type']).toBe(type);
      }
    }),
    { numRuns: 400 },
  );
});
