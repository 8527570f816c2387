import { describe, expect, it } from 'vitest';
import { createLead } from '#db/factories/leads.ts';
import { newId } from '#db/id.ts';
import { withTestDatabase } from '#db/testing.ts';
import { createTenant } from '#server/testing/tenant.ts';
import { findFirstLead } from '../api-keys/find-first-lead.ts';
import { rotateApiKey } from '../api-keys/rotate-api-key.ts';
import { listFunnels } from '../funnels/list-funnels.ts';
import { getStep } from '../steps/get-step.ts';
import { getStepTraffic } from '../steps/get-step-traffic.ts';
import { deleteExpiredTests } from './delete-expired-tests.ts';
import { listDuplicates } from './list-duplicates.ts';
import { listLeads } from './list-leads.ts';
import { moveLead } from './move-lead.ts';
import { removeTest } from './remove-test.ts';
import { searchLeads } from './search-leads.ts';
import { updateLead } from './update-lead.ts';

const database = withTestDatabase();

/** A step with a lead and two tests that are like it. */
async function createTests() {
  const { db } = database;
  const tenant = await createTenant(db);
  const { companyId, stepId } = tenant;
  const key = await tenant.newKey({ kind: 'rehearsal', firstUsedAt: new Date() });
  const columns = { companyId, stepId, name: 'Ada Lovelace', externalLeadId: '4711' };
  const test = { ...columns, origin: 'test' as const, apiKeyId: key.id };
  const hourAgo = new Date(Date.now() - 3_600_000);
  const lead = await createLead(db, { ...columns, createdAt: hourAgo });
  const [first, second] = [await createLead(db, test), await createLead(db, test)];

  return { tenant, key, stepId, lead, first, second, actor: tenant.system };
}

const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

describe('tests', () => {
  it('are listed only on request', async () => {
    const { db } = database;
    const { actor, stepId, lead, first, second } = await createTests();
    const list = async (query: object) =>
      ids((await listLeads(db, actor, { stepId, ...query })).items);

    expect(await list({})).toEqual([lead.id]);
    expect(await list({ search: 'ada' })).toEqual([lead.id]);
    expect(await list({ tests: true })).toEqual([second.id, first.id]);
    expect(ids((await searchLeads(db, actor, { text: 'lovelace' })).items)).toEqual([lead.id]);

    const page = await listLeads(db, actor, { stepId, tests: true, limit: 1 });
    const next = { stepId, tests: true, limit: 1, cursor: page.nextCursor };
    expect(ids((await listLeads(db, actor, next)).items)).toEqual([first.id]);
  });

  it('are not counted, and are never the last lead', async () => {
    const { db } = database;
    const { actor, stepId, lead } = await createTests();
    const facts = { leads: 1, lastLeadAt: lead.createdAt };

    expect(await getStep(db, actor, { id: stepId })).toMatchObject({ ...facts, hasTests: true });
    const { items } = await listFunnels(db, actor, { archived: false });
    expect(items).toMatchObject([facts]);
    expect(await getStepTraffic(db, actor, { id: stepId })).toMatchObject({ leads: 1 });
  });

  it('are possible duplicates of other tests only', async () => {
    const { db } = database;
    const { actor, stepId, lead, first, second } = await createTests();

    expect(await listDuplicates(db, actor, lead)).toEqual([]);
    expect(await listDuplicates(db, actor, first)).toMatchObject([{ id: second.id }]);
    const { items } = await listLeads(db, actor, { stepId });
    expect(items).toMatchObject([{ duplicates: null, origin: 'public_api' }]);
    const tests = await listLeads(db, actor, { stepId, tests: true });
    expect(tests.items.map((each) => each.duplicates?.count)).toEqual([1, 1]);
  });

  it('can be opened, changed and moved, and are still not counted', async () => {
    const { db } = database;
    const { actor, tenant, stepId, first } = await createTests();
    const other = await tenant.newStep();
    await updateLead(db, actor, { id: first.id, status: { from: 'new', to: 'lost' } });
    const moved = await moveLead(db, actor, { id: first.id, step: { from: stepId, to: other.id } });

    expect(moved).toMatchObject({
      origin: 'test',
      status: 'lost',
      contact: { name: 'Ada Lovelace', phones: [{ digits: '5511987654321' }] },
    });
    expect((await getStep(db, actor, other)).leads).toBe(0);
    expect((await getStep(db, actor, { id: stepId })).leads).toBe(1);
  });

  it('are the first leads of a test key', async () => {
    const { db } = database;
    const { actor, key, first } = await createTests();

    expect(await findFirstLead(db, actor, key)).toMatchObject({ lead: { id: first.id } });
  });
});

it('rotation keeps the kind of a key', async () => {
  const { db } = database;
  const { actor, key } = await createTests();
  const dependencies = { keyPepper: 'x'.repeat(32) };
  const rotated = await rotateApiKey(db, actor, { id: key.id, overlap: '1h' }, dependencies);

  expect(rotated.key.kind).toBe('rehearsal');
});

describe('removal', () => {
  it('deletes a test with its keys and events, and nothing else', async () => {
    const { db, sql } = database;
    const { actor, tenant, lead, first, second } = await createTests();
    const { companyId } = tenant;
    await updateLead(db, actor, { id: first.id, status: { from: 'new', to: 'lost' } });
    await sql`insert into idempotency_keys (company_id, key, lead_id, request, expires_at)
      values (${companyId}, ${newId()}, ${first.id}, null, 'infinity')`;
    expect(await removeTest(db, actor, first)).toEqual({ id: first.id });

    const left = await sql`select id from leads where company_id = ${companyId}`;
    expect(left.map(({ id }) => id).sort()).toEqual([lead.id, second.id].sort());
    const [rest] = await sql`
      select (select count(*)::int from idempotency_keys where lead_id = ${first.id}) as keys,
        (select count(*)::int from lead_events where lead_id = ${first.id}) as events`;
    expect(rest).toEqual({ keys: 0, events: 0 });
    await expect(removeTest(db, actor, first)).rejects.toThrow('Lead not found');
  });

  it('refuses a lead that is no test, and one of another company', async () => {
    const { db, sql } = database;
    const { actor, lead, first } = await createTests();
    const other = await createTests();

    await expect(removeTest(db, actor, lead)).rejects.toThrow('Only tests can be removed');
    await expect(removeTest(db, other.actor, first)).rejects.toThrow('Lead not found');
    expect(await sql`select from leads where id in (${lead.id}, ${first.id})`).toHaveLength(2);
  });
});

describe('after seven days', () => {
  const sweep = async () => {
    while (await deleteExpiredTests(database.db));
  };

  it('tests are deleted with their keys and events, and leads are kept', async () => {
    const { db, sql } = database;
    const { actor, tenant, stepId, lead, first, second } = await createTests();
    const old = { companyId: tenant.companyId, stepId, createdAt: daysAgo(8) };
    const kept = [lead.id, first.id, second.id, (await createLead(db, old)).id];
    const expired = await createLead(db, { ...old, origin: 'test' });
    await updateLead(db, actor, { id: expired.id, status: { from: 'new', to: 'lost' } });
    await sql`insert into idempotency_keys (company_id, key, lead_id, request, expires_at)
      values (${tenant.companyId}, ${newId()}, ${expired.id}, null, 'infinity')`;
    await sweep();

    const { companyId } = tenant;
    const left = await sql`select id from leads where company_id = ${companyId}`;
    expect(left.map(({ id }) => id).sort()).toEqual(kept.sort());
    const [rest] = await sql`
      select (select count(*)::int from idempotency_keys where lead_id = ${expired.id}) as keys,
        (select count(*)::int from lead_events where lead_id = ${expired.id}) as events,
        (select count(*)::int from contacts where company_id = ${companyId}) as contacts`;
    expect(rest).toEqual({ keys: 0, events: 0, contacts: 2 });
  });

  it('a test that is being changed is left for the next run', async () => {
    const { db, sql } = database;
    const { tenant, stepId } = await createTests();
    const { companyId } = tenant;
    const { id } = await createLead(db, {
      companyId,
      stepId,
      origin: 'test',
      createdAt: daysAgo(8),
    });
    const isLeft = async () => (await sql`select from leads where id = ${id}`).length === 1;

    await sql.begin(async (tx) => {
      await tx`select from leads where company_id = ${companyId} and id = ${id} for update`;
      await sweep();
    });
    expect(await isLeft()).toBe(true);
    await sweep();
    expect(await isLeft()).toBe(false);
  });
});
