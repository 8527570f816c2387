import { beforeEach, describe, expect, test } from 'vitest';
import { createFunnel } from '#db/factories/funnels.ts';
import { createLead, plainLead } from '#db/factories/leads.ts';
import { newId } from '#db/id.ts';
import { leads } from '#db/schema/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { bulkLeadsMax } from '#db/values/limits.ts';
import { bodySeal, keyPepper } from '#server/testing/secrets.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import { listReachableFunnels } from '../funnels/list-reachable-funnels.ts';
import { createInboundAddress } from '../inbound-addresses/create-inbound-address.ts';
import { moveLead } from '../leads/move-lead.ts';
import { undoLeadsChange } from '../leads/undo-leads-change.ts';
import { archiveStep } from './archive-step.ts';
import { getStep } from './get-step.ts';
import { getStepTraffic } from './get-step-traffic.ts';
import { moveStepLeads } from './move-step-leads.ts';
import { restoreStep } from './restore-step.ts';

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

  await archiveStep(base.db, actor, { ...step, moveTo: otherStep.id });
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
    addresses: [],
  });
  expect(await getStepTraffic(base.db, actor, otherStep)).toMatchObject({ leads: 1 });
  await expect(getStepTraffic(base.db, actor, foreign.step)).rejects.toThrow(NotFoundError);
});

test('names the keys that are limited to a step, and the addresses of the step', async () => {
  const { step, otherStep } = tenant;
  const limited = await tenant.newKey({ name: 'Limited', stepIds: [otherStep.id] });
  await tenant.newKey({ stepIds: [otherStep.id], deactivatedAt: hoursAgo(1) });
  await tenant.newKey({ stepIds: [step.id] });
  const settings = { name: 'Site form', preset: 'htmlForm', stepId: otherStep.id } as const;
  const { item } = await createInboundAddress(
    base.db,
    actor,
    { ...settings, networks: [], apiKeyId: null, proof: null },
    { keyPepper, bodySeal },
  );

  expect(await getStepTraffic(base.db, actor, otherStep)).toEqual({
    leads: 0,
    keys: [{ id: limited.id, name: 'Limited', leads: 0 }],
    addresses: [{ id: item.id, name: 'Site form' }],
  });
});

describe('an archived step', () => {
  const put = (columns: object = {}) =>
    createLead(base.db, { companyId: tenant.companyId, stepId: tenant.step.id, ...columns });
  const count = async ({ id }: { id: string }) => (await getStep(base.db, actor, { id })).leads;

  test('holds no leads: they move, or it is not archived', async () => {
    const { step, otherStep, lead } = tenant;
    await expect(archiveStep(base.db, actor, step)).rejects.toThrow('The step holds 1 lead.');
    await expect(archiveStep(base.db, actor, { ...step, moveTo: step.id })).rejects.toThrow(
      ConflictError,
    );
    const gone = await tenant.newStep({ archivedAt: new Date() });
    await expect(archiveStep(base.db, actor, { ...step, moveTo: gone.id })).rejects.toThrow(
      'This step is archived',
    );
    expect((await getStep(base.db, actor, step)).archivedAt).toBeNull();

    const other = await put();
    const { moved } = await archiveStep(base.db, actor, { ...step, moveTo: otherStep.id });
    expect(moved).toMatchObject([{ moved: 2, hasMore: false }]);
    expect((await getStep(base.db, actor, step)).archivedAt).not.toBeNull();
    expect([await count(step), await count(otherStep)]).toEqual([0, 2]);
    const events = await base.sql`
      select lead_id as "leadId", type, "from", "to" from lead_events
      where company_id = ${tenant.companyId} order by lead_id`;
    const move = { type: 'moved', from: step.name, to: otherStep.name };
    expect(events).toEqual([lead.id, other.id].sort().map((leadId) => ({ leadId, ...move })));
  });

  test('may have tests and deleted leads, which no count includes', async () => {
    const { otherStep } = tenant;
    await put({ stepId: otherStep.id, origin: 'test', contactId: null });
    await put({ stepId: otherStep.id, deletedAt: new Date() });
    expect((await archiveStep(base.db, actor, otherStep)).moved).toEqual([]);
  });

  test('gets its leads back when that is undone', async () => {
    const { step, otherStep } = tenant;
    const { moved } = await archiveStep(base.db, actor, { ...step, moveTo: otherStep.id });
    await restoreStep(base.db, actor, step);
    for (const { undo } of moved) if (undo) await undoLeadsChange(base.db, actor, undo);
    expect([await count(step), await count(otherStep)]).toEqual([1, 0]);
  });

  test('gives away leads that are still in it', async () => {
    const { step, otherStep } = tenant;
    await archiveStep(base.db, actor, { ...step, moveTo: otherStep.id });
    await put();
    const again = { ...step, moveTo: otherStep.id };
    expect((await archiveStep(base.db, actor, again)).moved).toMatchObject([{ moved: 1 }]);
    await put();
    const { moved } = await moveStepLeads(base.db, actor, { id: step.id, to: otherStep.id });
    expect([moved, await count(step)]).toEqual([1, 0]);
  });

  test('is emptied in parts when it holds more leads than are moved at once', async () => {
    const { companyId, step, otherStep } = tenant;
    const { contactId } = tenant.lead;
    await base.db.insert(leads).values(
      Array.from({ length: bulkLeadsMax }, () => ({
        ...plainLead,
        ...{ companyId, id: newId(), stepId: step.id, contactId, phones: [] },
      })),
    );
    await expect(archiveStep(base.db, actor, step)).rejects.toThrow('more than 1,000 leads');
    const all = { ...step, moveTo: otherStep.id };
    await expect(archiveStep(base.db, actor, all)).rejects.toThrow(ConflictError);
    const parts = { id: step.id, to: otherStep.id };
    const first = await moveStepLeads(base.db, actor, parts);
    expect(first).toMatchObject({ moved: bulkLeadsMax, hasMore: true });
    expect(await archiveStep(base.db, actor, all)).toMatchObject({ moved: [{ moved: 1 }] });
  });

  test('gets none of a step that is archived at the same time', async () => {
    const { step, otherStep } = tenant;
    await put({ stepId: otherStep.id });
    const results = await Promise.allSettled([
      archiveStep(base.db, actor, { ...step, moveTo: otherStep.id }),
      archiveStep(base.db, actor, { ...otherStep, moveTo: step.id }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const rejected = results.find((result) => result.status === 'rejected');
    expect(rejected?.reason).toBeInstanceOf(ConflictError);
  });
});
