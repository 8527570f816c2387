import { beforeEach, describe, expect, test } from 'vitest';
import { createFunnel } from '#db/factories/funnels.ts';
import { createLead } from '#db/factories/leads.ts';
import { newId } from '#db/id.ts';
import { withTestDatabase } from '#db/testing.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import { changeLeads, type LeadsChange, type LeadsUndo } from './change-leads.ts';
import { getLead } from './get-lead.ts';
import { moveLead } from './move-lead.ts';
import { undoLeadsChange } from './undo-leads-change.ts';
import { updateLead } from './update-lead.ts';

const base = withTestDatabase();

let actor: UserActor;
let tenant: FullTenant;
let foreign: FullTenant;

beforeEach(async () => {
  ({ actor, tenant, foreign } = await createTenants(base.db, 'agent'));
});

const put = (overrides: Partial<Parameters<typeof createLead>[1]> = {}) =>
  createLead(base.db, { companyId: tenant.companyId, stepId: tenant.stepId, ...overrides });
const change = (ids: string[], wanted: LeadsChange, by = actor) =>
  changeLeads(base.db, by, { ids, change: wanted });
const remove = (ids: string[]) => change(ids, { field: 'deleted', to: true });
const undo = (given: LeadsUndo | null, by = actor) => {
  if (!given) throw new Error('There is nothing to undo');
  return undoLeadsChange(base.db, by, given);
};
const row = async (id: string) => {
  const [found] = await base.sql`select * from leads where id = ${id}`;
  return found;
};
const eventsOf = (id: string) => base.sql`
  select type, "from", "to", from_step_id, actor_name from lead_events
  where lead_id = ${id} order by id`;

/** The counters say what the leads say. */
async function expectTrueCounters() {
  const counted = await base.sql`
    select step_id, day::text, sum(leads)::int as leads from step_counters
    where company_id = ${tenant.companyId} group by 1, 2 having sum(leads) <> 0 order by 1, 2`;
  const actual = await base.sql`
    select step_id, coalesce(day, (created_at at time zone 'UTC')::date)::text as day, count(*)::int as leads
    from leads
    where company_id = ${tenant.companyId} and origin <> 'test' and deleted_at is null
    group by 1, 2 order by 1, 2`;
  expect([...counted]).toEqual([...actual]);
}

test('moves leads of several steps, says where they came from, and undoes it', async () => {
  const { step, otherStep, lead } = tenant;
  const buyers = await createFunnel(base.db, { companyId: tenant.companyId, name: 'Buyers' });
  const visit = await tenant.newStep({ funnelId: buyers.id, name: 'Visit' });
  const other = await put({ stepId: otherStep.id, createdAt: new Date('2026-01-01T23:59:59Z') });
  const there = await put({ stepId: visit.id });
  const ids = [lead.id, other.id, there.id, newId(), foreign.lead.id];
  const result = await change(ids, { field: 'step', to: visit.id });

  expect(result).toMatchObject({ changed: 2, kept: 1, missing: 2 });
  expect(await eventsOf(lead.id)).toEqual([
    {
      type: 'moved',
      from: `${tenant.funnel.name}: ${step.name}`,
      to: 'Buyers: Visit',
      from_step_id: step.id,
      actor_name: actor.name,
    },
  ]);
  expect(await eventsOf(there.id)).toEqual([]);
  await expectTrueCounters();

  expect(await undo(result.undo)).toEqual({ changed: 2, kept: 0, missing: 0 });
  expect(await row(lead.id)).toMatchObject({ step_id: step.id });
  expect(await row(other.id)).toMatchObject({ step_id: otherStep.id });
  expect(await row(there.id)).toMatchObject({ step_id: visit.id });
  await expectTrueCounters();
});

test('a change of status is a first contact, unless it is undone', async () => {
  const { lead } = tenant;
  const earlier = new Date('2026-01-01T10:00:00Z');
  const called = await put({ firstContactAt: earlier });
  const result = await change([lead.id, called.id], { field: 'status', to: 'qualified' });

  expect(await row(lead.id)).toMatchObject({
    status: 'qualified',
    first_contact_at: expect.anything(),
  });
  expect(await eventsOf(lead.id)).toMatchObject([{ type: 'status', from: 'new', to: 'qualified' }]);
  await undo(result.undo);
  expect(await row(lead.id)).toMatchObject({ status: 'new', first_contact_at: null });
  const kept = await row(called.id);
  expect(new Date(kept?.first_contact_at)).toEqual(earlier);
});

test('assigns leads to members who may work on them', async () => {
  const { lead } = tenant;
  const [agent, viewer, stranger] = [
    await tenant.newMember('agent'),
    await tenant.newMember('viewer'),
    await foreign.newMember('agent'),
  ];
  const assign = (to: string | null) => change([lead.id], { field: 'owner', to });

  await expect(assign(stranger.userId)).rejects.toThrow(NotFoundError);
  await expect(assign(viewer.userId)).rejects.toThrow(ConflictError);
  const result = await assign(agent.userId);
  expect(await row(lead.id)).toMatchObject({
    owner_id: agent.userId,
    assigned_at: expect.anything(),
  });
  expect(await eventsOf(lead.id)).toMatchObject([{ type: 'owner', from: null, to: agent.name }]);
  await undo(result.undo);
  expect(await row(lead.id)).toMatchObject({ owner_id: null, assigned_at: null });

  await base.sql`update users set deactivated_at = now() where id = ${agent.userId}`;
  await expect(assign(agent.userId)).rejects.toThrow(ConflictError);
});

test('a deleted lead is read by those who may restore it, and neither changed nor counted until then', async () => {
  const { lead, test: testLead } = tenant;
  const result = await remove([lead.id, testLead.id]);

  expect(result).toMatchObject({ changed: 2, missing: 0 });
  const deleted = await getLead(base.db, actor, { id: lead.id });
  expect(deleted.events.at(-1)).toMatchObject({ type: 'deleted' });
  const viewer: UserActor = { ...actor, role: 'viewer' };
  await expect(getLead(base.db, viewer, { id: lead.id })).rejects.toThrow(NotFoundError);
  await expectTrueCounters();
  await expect(change([lead.id], { field: 'status', to: 'lost' })).rejects.toThrow(NotFoundError);
  expect(await remove([lead.id])).toMatchObject({ changed: 0, kept: 1, undo: null });

  expect(await undo(result.undo)).toEqual({ changed: 2, kept: 0, missing: 0 });
  const { events } = await getLead(base.db, actor, { id: lead.id });
  expect(events.map(({ type }) => type)).toEqual(['created', 'deleted', 'restored']);
  await expectTrueCounters();
});

test('an undo leaves leads alone that were changed since', async () => {
  const { lead } = tenant;
  const other = await put();
  const result = await change([lead.id, other.id], { field: 'status', to: 'lost' });
  await updateLead(base.db, actor, { id: lead.id, status: { from: 'lost', to: 'converted' } });

  expect(await undo(result.undo)).toEqual({ changed: 1, kept: 1, missing: 0 });
  expect(await row(lead.id)).toMatchObject({ status: 'converted' });
  expect(await row(other.id)).toMatchObject({ status: 'new' });
});

describe('an undo is refused, and changes nothing,', () => {
  const refused = async (given: LeadsUndo | null, by = actor) => {
    const { lead } = tenant;
    const before = [await row(lead.id), [...(await eventsOf(lead.id))]];
    await expect(undo(given, by)).rejects.toThrow(NotFoundError);
    expect([await row(lead.id), [...(await eventsOf(lead.id))]]).toEqual(before);
  };
  const changes = (): LeadsChange[] => [
    { field: 'status', to: 'lost' },
    { field: 'step', to: tenant.otherStep.id },
    { field: 'owner', to: tenant.colleague.userId },
    { field: 'deleted', to: true },
  ];

  test('of a change that another member made', async () => {
    const admin = await tenant.newMember('admin');
    for (const wanted of changes()) {
      await refused((await change([tenant.lead.id], wanted)).undo, admin);
    }
  });

  test('of a change that was never made', async () => {
    const { lead, stepId, otherStep, colleague } = tenant;
    const [at, ids] = [new Date('2027-01-31T14:05:09.000Z'), [lead.id]];
    await refused({ field: 'status', from: 'new', back: [{ to: 'lost', ids }], at });
    await refused({ field: 'step', from: stepId, back: [{ to: otherStep.id, ids }], at });
    await refused({ field: 'owner', from: null, back: [{ to: colleague.userId, ids }], at });
    await refused({ field: 'deleted', from: false, back: [{ to: true, ids }], at });
  });

  test('of a change at another time, or of another value', async () => {
    const ids = [tenant.lead.id];
    for (const wanted of changes()) {
      const { undo: given } = await change(ids, wanted);
      if (given) await refused({ ...given, at: new Date(given.at.getTime() + 1) });
    }
    await change(ids, { field: 'deleted', to: false });
    const status = (await change(ids, { field: 'status', to: 'qualified' })).undo;
    if (status?.field === 'status') await refused({ ...status, back: [{ to: 'converted', ids }] });
    const step = (await change(ids, { field: 'step', to: tenant.stepId })).undo;
    const third = await tenant.newStep();
    if (step?.field === 'step') await refused({ ...step, back: [{ to: third.id, ids }] });
    const owner = (await change(ids, { field: 'owner', to: null })).undo;
    if (owner?.field === 'owner') await refused({ ...owner, back: [{ to: actor.userId, ids }] });
  });

  test('of a lead that was not in the change, while the others are undone', async () => {
    const { lead } = tenant;
    const other = await put();
    const { undo: given } = await change([lead.id], { field: 'status', to: 'lost' });
    await updateLead(base.db, actor, { id: other.id, status: { from: 'new', to: 'lost' } });
    if (given?.field !== 'status') throw new Error('There is nothing to undo');
    const widened: LeadsUndo = { ...given, back: [{ to: 'new', ids: [lead.id, other.id] }] };

    expect(await undo(widened)).toEqual({ changed: 1, kept: 0, missing: 1 });
    expect(await row(other.id)).toMatchObject({ status: 'lost' });
  });
});

test('an agent changes, deletes and restores only the leads that they see', async () => {
  const own = await put({ ownerId: actor.userId });
  const free = await put();
  const ids = [own.id, free.id];
  const narrow: UserActor = { ...actor, sees: 'own' };

  expect(await change(ids, { field: 'status', to: 'lost' }, narrow)).toMatchObject({
    changed: 1,
    missing: 1,
  });
  await remove(ids);
  expect(await change(ids, { field: 'deleted', to: false }, narrow)).toMatchObject({
    changed: 1,
    missing: 1,
  });
  expect(await row(free.id)).toMatchObject({ deleted_at: expect.anything(), status: 'new' });
});

test('an undo of a move leaves the leads of a step that was archived', async () => {
  const { step, otherStep, lead } = tenant;
  const archived = await tenant.newStep({ name: 'Old' });
  const other = await put({ stepId: archived.id });
  const result = await change([lead.id, other.id], { field: 'step', to: otherStep.id });
  await base.sql`update steps set archived_at = now() where id = ${archived.id}`;

  expect(await undo(result.undo)).toEqual({ changed: 1, kept: 1, missing: 0 });
  await expect(undo(result.undo)).rejects.toThrow(ConflictError);
  expect(await row(lead.id)).toMatchObject({ step_id: step.id });
  expect(await row(other.id)).toMatchObject({ step_id: otherStep.id });
  await expectTrueCounters();
});

test('nothing is changed in an archived step or in another company', async () => {
  const { lead } = tenant;
  const archived = await tenant.newStep({ archivedAt: new Date() });
  const move = (to: string) => change([lead.id], { field: 'step', to });

  await expect(move(archived.id)).rejects.toThrow(ConflictError);
  await expect(move(foreign.stepId)).rejects.toThrow(NotFoundError);
  await expect(remove([foreign.lead.id])).rejects.toThrow(NotFoundError);
  expect(await row(lead.id)).toMatchObject({ step_id: tenant.stepId });
  expect(await eventsOf(lead.id)).toEqual([]);
  expect(await row(foreign.lead.id)).toMatchObject({ deleted_at: null });
});

test('bulk changes, moves and deletions of the same leads at once keep the counters true', async () => {
  const { step, otherStep } = tenant;
  const leads = await Promise.all(Array.from({ length: 30 }, () => put()));
  const ids = leads.map(({ id }) => id);
  const backwards = ids.toReversed();
  const single = (id: string) =>
    moveLead(base.db, actor, { id, step: { from: step.id, to: otherStep.id } });
  const outcomes = await Promise.allSettled([
    change(ids, { field: 'step', to: otherStep.id }),
    change(backwards, { field: 'step', to: step.id }),
    remove(backwards.slice(0, 20)),
    change(ids, { field: 'deleted', to: false }),
    remove(ids.slice(5, 15)),
    change(backwards, { field: 'step', to: otherStep.id }),
    ...ids.slice(0, 8).map(single),
  ]);

  const deadlocks = outcomes.filter(
    (each) => each.status === 'rejected' && /deadlock/i.test(String(each.reason?.cause)),
  );
  expect(deadlocks).toEqual([]);
  await expectTrueCounters();
});
