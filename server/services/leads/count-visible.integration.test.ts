import { beforeEach, describe, expect, test } from 'vitest';
import { createLead } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import type { LeadVisibility } from '#db/values/access.ts';
import { createFullTenant, type FullTenant, type Member } from '#server/testing/tenant.ts';
import { getFunnel } from '../funnels/get-funnel.ts';
import { listFunnels } from '../funnels/list-funnels.ts';
import { getStep } from '../steps/get-step.ts';

const base = withTestDatabase();

let tenant: FullTenant;
let agent: Member;

/** One owned by the agent, one without an owner, one owned by another agent, in order of arrival. */
beforeEach(async () => {
  tenant = await createFullTenant(base.db);
  agent = await tenant.newMember('agent');
  const other = await tenant.newMember('agent');
  const { companyId, stepId } = tenant;
  const day = new Date(Date.now() - 3 * 86_400_000);
  await base.sql`delete from leads where company_id = ${companyId}`;
  await base.sql`delete from step_counters where company_id = ${companyId}`;
  const lead = { companyId, stepId };
  await createLead(base.db, { ...lead, ownerId: agent.userId, createdAt: day });
  await createLead(base.db, { ...lead, ownerId: agent.userId, deletedAt: new Date() });
  await createLead(base.db, { ...lead });
  await createLead(base.db, { ...lead, ownerId: other.userId });
  await createLead(base.db, { ...lead, origin: 'test' });
});

async function readCounts(sees: LeadVisibility) {
  const actor = { ...agent, sees };
  const step = await getStep(base.db, actor, { id: tenant.stepId });
  const funnel = await getFunnel(base.db, actor, { id: tenant.funnel.id });
  const { items } = await listFunnels(base.db, actor, { archived: false });
  const [listed] = items;

  return {
    leads: [step.leads, funnel.leads, listed?.leads],
    today: [step.leadsToday, listed?.leadsToday],
    days: [listed?.days[10], listed?.days[13]],
    hasTests: step.hasTests,
    isCapped: [step.isCapped, funnel.isCapped, listed?.isCapped],
    last: [step.lastLeadAt, listed?.lastLeadAt],
  };
}

describe('an agent', () => {
  test('who sees own leads counts these', async () => {
    expect(await readCounts('own')).toMatchObject({
      leads: [1, 1, 1],
      today: [0, 0],
      days: [1, 0],
      hasTests: false,
      isCapped: [false, false, false],
    });
  });

  test('who sees own and unassigned leads counts both', async () => {
    expect(await readCounts('ownAndUnassigned')).toMatchObject({
      leads: [2, 2, 2],
      today: [1, 1],
      days: [1, 1],
      hasTests: true,
      isCapped: [false, false, false],
    });
  });

  test('who sees all leads reads the counters', async () => {
    expect(await readCounts('all')).toMatchObject({ leads: [4, 4, 4], hasTests: true });
  });

  test('is not told when the leads of others came', async () => {
    const [step, funnel] = (await readCounts('own')).last;
    const [ofAll] = (await readCounts('all')).last;

    expect(step).toEqual(funnel);
    expect(ofAll?.getTime()).toBeGreaterThan(step?.getTime() ?? Number.POSITIVE_INFINITY);
  });

  test('looks through the newest leads of a step only, and is told that there may be more', async () => {
    const { companyId, stepId } = tenant;
    for (let n = 0; n < 199; n += 1) await createLead(base.db, { companyId, stepId });

    const { leads, isCapped } = await readCounts('ownAndUnassigned');
    expect(isCapped).toEqual([true, true, true]);
    expect(leads[0]).toBe(200);
  });

  test('sees nothing in a step without visible leads', async () => {
    const actor = { ...agent, sees: 'own' as const };

    expect(await getStep(base.db, actor, { id: tenant.otherStep.id })).toMatchObject({
      leads: 0,
      leadsToday: 0,
      lastLeadAt: null,
      isCapped: false,
    });
  });
});
