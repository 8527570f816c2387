import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { addLogEntry } from '#db/factories/intake-log.ts';
import { createLead } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import { deleteExpiredRequests } from './delete-expired-requests.ts';

const base = withTestDatabase();
const day = 86_400_000;

let tenant: FullTenant;
let foreign: FullTenant;

beforeEach(async () => {
  ({ tenant, foreign } = await createTenants(base.db, 'viewer'));
});

const storeBody = (companyId: string, id: string, subjectId = id) => base.sql`
  insert into request_bodies (company_id, subject_id, id, sealed)
  values (${companyId}, ${subjectId}, ${id}, ${Buffer.from('x')})`;

/** A request with its body, so many days ago. */
async function addOld(ago: number, leadId?: string) {
  const { companyId, key } = tenant;
  const at = new Date(Date.now() - ago * day);
  const entry = await addLogEntry(base.db, {
    ...{ companyId, apiKeyId: key.id, at },
    ...(leadId && { leadId }),
  });
  await storeBody(companyId, entry.id, leadId);
}

const counts = async ({ companyId }: { companyId: string }) => {
  const [row] = await base.sql<{ bodies: number; entries: number; groups: number }[]>`
    select (select count(*) from request_bodies where company_id = ${companyId})::int as bodies,
      (select count(*) from intake_log where company_id = ${companyId})::int as entries,
      (select count(*) from intake_groups where company_id = ${companyId})::int as groups`;
  return row;
};
const sweep = async () => {
  while (await deleteExpiredRequests(base.db));
};
const retain = (days: number) =>
  base.sql`update companies set body_retention_days = ${days} where id = ${tenant.companyId}`;

test('deletes bodies after the time of the company, entries and counts after thirty days', async () => {
  for (const ago of [0, 6.5, 7.5, 29.5, 31.5]) await addOld(ago);
  await retain(7);
  await sweep();
  expect(await counts(tenant)).toEqual({ bodies: 2, entries: 4, groups: 4 });
});

test('deletes all of them after the time of the company where that is longer', async () => {
  for (const ago of [29, 89.5, 91.5]) await addOld(ago);
  await retain(90);
  await sweep();
  expect(await counts(tenant)).toEqual({ bodies: 2, entries: 2, groups: 2 });
});

test('deletes all bodies when none are stored any more; those of others stay', async () => {
  await addOld(0);
  await addOld(1);
  await storeBody(foreign.companyId, randomUUID());
  await retain(0);
  await sweep();
  expect(await counts(tenant)).toEqual({ bodies: 0, entries: 2, groups: 2 });
});

test('keeps the body of a new repeat of an old lead', async () => {
  const { id: leadId } = await createLead(base.db, {
    companyId: tenant.companyId,
    stepId: tenant.stepId,
    id: '01900000-0000-7000-8000-000000000001',
  });
  await addOld(0, leadId);
  await sweep();
  expect(await counts(tenant)).toMatchObject({ bodies: 1 });
});
