import { beforeEach, expect, test } from 'vitest';
import { createFunnel } from '#db/factories/funnels.ts';
import { createLead } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { listReachableFunnels } from '../funnels/list-reachable-funnels.ts';
import { moveLead } from '../leads/move-lead.ts';
import { archiveStep } from './archive-step.ts';
import { getStep } from './get-step.ts';
import { getStepTraffic } from './get-step-traffic.ts';

const base = withTestDatabase();
let actor: UserActor;
let tenant: FullTenant;
let foreign: FullTenant;

beforeEach(async () => {
  ({ actor, tenant, foreign } = await createTenants(base.db, 'admin'));
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

test('says which step of a funnel is the first that is not archived', async () => {
  const { step, otherStep } = tenant;
  const isFirst = async ({ id }: { id: string }) => (await getStep(base.db, actor, { id })).isFirst;
  expect([await isFirst(step), await isFirst(otherStep)]).toEqual([true, false]);

  await archiveStep(base.db, actor, step);
  expect([await isFirst(step), await isFirst(otherStep)]).toEqual([false, true]);
});

test('lists the open steps of all funnels of the company, without empty and archived ones', async () => {
  const { companyId, funnel, step, otherStep } = tenant;
  await createFunnel(base.db, { companyId, name: 'Empty' });
  const gone = await createFunnel(base.db, { companyId, archivedAt: new Date() });
  await tenant.newStep({ funnelId: gone.id });
  const buyers = await createFunnel(base.db, { companyId, name: 'Buyers' });
  const visit = await tenant.newStep({ funnelId: buyers.id, name: 'Visit' });
  await archiveStep(base.db, actor, otherStep);

  expect(await listReachableFunnels(base.db, actor)).toMatchObject([
    { id: funnel.id, steps: [{ id: step.id }] },
    { id: buyers.id, steps: [{ id: visit.id, name: 'Visit' }] },
  ]);
});

test('counts what the API created in a step in 24 hours by key, also leads that were moved since', async () => {
  const { companyId, step, otherStep, key, inactiveKey } = tenant;
  const put = (columns: object) =>
    createLead(base.db, { companyId, stepId: step.id, apiKeyId: key.id, ...columns });
  await put({ createdAt: hoursAgo(25) });
  await put({ createdAt: hoursAgo(23) });
  await put({ origin: 'manual', apiKeyId: null });
  await put({ apiKeyId: inactiveKey.id });
  const back = await put({});
  const elsewhere = await put({ stepId: otherStep.id });
  const move = (id: string, from: string, to: string) =>
    moveLead(base.db, actor, { id, step: { from, to } });
  await move((await put({})).id, step.id, otherStep.id);
  await move(back.id, step.id, otherStep.id);
  await move(back.id, otherStep.id, step.id);
  await move(elsewhere.id, otherStep.id, step.id);

  /* The lead of the tenant has no key. */
  expect(await getStepTraffic(base.db, actor, step)).toEqual({
    leads: 5,
    keys: [
      { id: key.id, name: key.name, leads: 3 },
      { id: inactiveKey.id, name: inactiveKey.name, leads: 1 },
    ],
  });
  expect(await getStepTraffic(base.db, actor, otherStep)).toMatchObject({ leads: 1 });
  await expect(getStepTraffic(base.db, actor, foreign.step)).rejects.toThrow(NotFoundError);
});
