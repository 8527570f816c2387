import { expect, test } from 'vitest';
import { createLead } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { createTenants } from '#server/testing/tenant.ts';
import { NotFoundError } from '../errors.ts';
import { findFirstLead } from './find-first-lead.ts';
import { getApiKey } from './get-api-key.ts';

const base = withTestDatabase();
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);

test('finds the first lead of a key in any step; none before, none of other keys', async () => {
  const { actor, tenant, foreign } = await createTenants(base.db, 'viewer');
  const { companyId, step, otherStep } = tenant;
  const key = await tenant.newKey({ firstUsedAt: secondsAgo(60) });
  const find = (id: string) => findFirstLead(base.db, actor, { id });
  const put = (columns: object) =>
    createLead(base.db, { companyId, stepId: step.id, apiKeyId: key.id, ...columns });
  await put({ apiKeyId: tenant.key.id, createdAt: secondsAgo(60) });
  expect(await find(key.id)).toEqual({ lead: null });
  expect(await find(tenant.key.id)).toEqual({ lead: null });

  await put({ name: 'Third', createdAt: secondsAgo(10) });
  await put({ name: 'Second', createdAt: secondsAgo(58) });
  const first = await put({ name: 'First', stepId: otherStep.id, createdAt: secondsAgo(59) });
  expect(await find(key.id)).toEqual({ lead: { id: first.id, name: 'First' } });
  await expect(find(foreign.key.id)).rejects.toThrow(NotFoundError);
});

test('a request within the last 24 hours is counted, though its hour began before them', async () => {
  const { actor, tenant } = await createTenants(base.db, 'viewer');
  const { companyId, key } = tenant;
  await base.sql`
    insert into key_usage (company_id, api_key_id, hour, requests)
    values (${companyId}, ${key.id}, now() - interval '24 hours 59 minutes', 1),
      (${companyId}, ${key.id}, now() - interval '25 hours 1 minute', 10)`;

  expect((await getApiKey(base.db, actor, key)).requestsLast24h).toBe(1);
});
