import { beforeEach, describe, expect, test } from 'vitest';
import { createLead } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { standardLostReasons } from '#db/values/leads.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { getLostReasons } from '../companies/lost-reasons.ts';
import { saveLostReasons } from '../companies/save-lost-reasons.ts';
import { ConflictError, InvalidError, NotFoundError } from '../errors.ts';
import { archiveStep } from '../steps/archive-step.ts';
import { setStepOutcome } from '../steps/set-step-outcome.ts';
import { assignLead } from './assign-lead.ts';
import { changeLeads, type LeadsChange } from './change-leads.ts';
import { getLead } from './get-lead.ts';
import { listToDo } from './list-to-do.ts';
import { moveLead } from './move-lead.ts';
import { planFollowUp } from './plan-follow-up.ts';
import { recordCall } from './record-call.ts';
import { recordMessage } from './record-message.ts';
import { undoChange } from './undo-change.ts';
import { undoLeadsChange } from './undo-leads-change.ts';
import { updateLead } from './update-lead.ts';

const base = withTestDatabase();

let actor: UserActor;
let tenant: FullTenant;
let foreign: FullTenant;
/** Steps that are marked. */
let lost: { id: string; name: string };
let won: { id: string; name: string };

beforeEach(async () => {
  ({ actor, tenant, foreign } = await createTenants(base.db, 'agent'));
  lost = await tenant.newStep({ name: 'Gone', outcome: 'lost' });
  won = await tenant.newStep({ name: 'Signed', outcome: 'won' });
});

const put = (overrides: Partial<Parameters<typeof createLead>[1]> = {}) =>
  createLead(base.db, { companyId: tenant.companyId, stepId: tenant.stepId, ...overrides });
const move = (id: string, from: string, to: string) =>
  moveLead(base.db, actor, { id, step: { from, to } });
const toLost = (id: string) => move(id, tenant.stepId, lost.id);
const undo = (id: string, at: Date | null, by = actor) => {
  if (!at) throw new Error('Nothing was changed');
  return undoChange(base.db, by, { id, at });
};
const row = async (id: string) => {
  const [found] = await base.sql`
    select step_id, status, lost_reason, won_amount, won_currency, first_contact_at, follow_up_at, owner_id
    from leads where id = ${id}`;
  return found;
};
const giveReason = (id: string, to: string, from: string | null = null) =>
  updateLead(base.db, actor, { id, lostReason: { from, to } });
const price = { amount: '1200.50', currency: 'BRL' };
const lines = (events: { type: string; from: string | null; to: string | null }[]) =>
  events.map(({ type, from, to }) => [type, from, to]);

describe('a move into a marked step', () => {
  test('gives the status in the same change, and is taken back as one, with what was said since', async () => {
    const lead = await put({ status: 'converted', wonAmount: '90', wonCurrency: 'EUR' });
    const moved = await toLost(lead.id);

    expect(moved).toMatchObject({ step: { id: lost.id }, status: 'lost', wonAmount: null });
    const events = moved.events.slice(1);
    expect(lines(events)).toEqual(
      expect.arrayContaining([
        ['moved', tenant.step.name, 'Gone'],
        ['status', 'converted', 'lost'],
        ['edited', '90 EUR', null],
      ]),
    );
    expect(new Set(events.map(({ createdAt }) => createdAt.getTime()))).toEqual(
      new Set([moved.changedAt?.getTime()]),
    );
    expect((await giveReason(lead.id, 'Too expensive')).lostReason).toBe('Too expensive');

    const back = await undo(lead.id, moved.changedAt);
    expect(back).toMatchObject({
      step: { id: tenant.stepId },
      status: 'converted',
      lostReason: null,
      wonAmount: '90',
      wonCurrency: 'EUR',
    });
    const taken = back?.events.filter(({ undoes }) => undoes !== null) ?? [];
    expect(lines(taken)).toEqual(
      expect.arrayContaining([
        ['moved', 'Gone', tenant.step.name],
        ['status', 'lost', 'converted'],
        ['edited', 'Too expensive', null],
        ['edited', null, '90 EUR'],
      ]),
    );
    expect(taken.every(({ undoes }) => Number(undoes) === Number(moved.changedAt))).toBe(true);
  });

  test('counts as the first contact, which an undo takes back', async () => {
    const { id } = await put();
    const { changedAt } = await toLost(id);
    expect((await getLead(base.db, actor, { id })).firstContactAt).toEqual(changedAt);

    await undo(id, changedAt);
    expect(await row(id)).toMatchObject({ status: 'new', first_contact_at: null });
  });

  test('keeps status and amount of a lead that had ended so', async () => {
    const { id } = await put({ status: 'converted', wonAmount: '5', wonCurrency: 'EUR' });
    const moved = await move(id, tenant.stepId, won.id);

    expect(moved).toMatchObject({ status: 'converted', wonAmount: '5' });
    expect(moved.events).toHaveLength(2);
  });

  test('out of it, the lead has the status of before again; a status set by hand stays', async () => {
    const { id } = await put({ status: 'qualified' });
    await toLost(id);
    await move(id, lost.id, won.id);
    await move(id, won.id, tenant.stepId);
    expect(await row(id)).toMatchObject({ step_id: tenant.stepId, status: 'qualified' });

    await toLost(id);
    await updateLead(base.db, actor, { id, status: { from: 'lost', to: 'nurturing' } });
    await move(id, lost.id, tenant.stepId);
    expect(await row(id)).toMatchObject({ status: 'nurturing' });
  });

  test('a mark applies to moves from then on', async () => {
    const { id } = await put();
    await setStepOutcome(
      base.db,
      { ...actor, role: 'admin' },
      { id: tenant.stepId, outcome: 'won' },
    );
    expect(await row(id)).toMatchObject({ status: 'new' });

    await setStepOutcome(base.db, { ...actor, role: 'admin' }, { id: lost.id, outcome: null });
    expect(await toLost(id)).toMatchObject({ status: 'new' });
  });
});

describe('reason and amount', () => {
  test('are refused for a lead that has not ended so, and end with its status', async () => {
    const { id } = await put();
    await expect(giveReason(id, 'Too expensive')).rejects.toThrow(ConflictError);
    const wonAmount = { from: null, to: price };
    await expect(updateLead(base.db, actor, { id, wonAmount })).rejects.toThrow(ConflictError);

    const sold = { id, status: { from: 'new', to: 'converted' }, wonAmount } as const;
    expect(await updateLead(base.db, actor, sold)).toMatchObject({
      wonAmount: '1200.50',
      wonCurrency: 'BRL',
    });
    const reopened = { id, status: { from: 'converted', to: 'qualified' } } as const;
    const after = await updateLead(base.db, actor, reopened);
    expect(after).toMatchObject({ status: 'qualified', wonAmount: null, wonCurrency: null });
    expect(lines(after.events)).toContainEqual(['edited', '1200.50 BRL', null]);
  });

  test('a reason must be on the list; one that was deleted from it stays on its leads', async () => {
    const { id } = await put({ status: 'lost' });
    await giveReason(id, 'Too expensive');
    const from = [...standardLostReasons];
    const admin = { ...actor, role: 'admin' } as const;
    await saveLostReasons(base.db, admin, { reasons: { from, to: ['Too far'] } });

    expect((await getLead(base.db, actor, { id })).lostReason).toBe('Too expensive');
    await expect(giveReason(id, 'No answer', 'Too expensive')).rejects.toThrow(InvalidError);
    expect((await giveReason(id, 'Too far', 'Too expensive')).lostReason).toBe('Too far');
    expect(await getLostReasons(base.db, foreign.companyId)).toEqual(standardLostReasons);

    const stale = { reasons: { from, to: ['Other'] } };
    await expect(saveLostReasons(base.db, admin, stale)).rejects.toThrow(ConflictError);
  });

  test('another reason that came first refuses the change', async () => {
    const { id } = await put({ status: 'lost' });
    await giveReason(id, 'Too expensive');
    await expect(giveReason(id, 'No answer')).rejects.toMatchObject({
      value: 'Too expensive',
      event: { field: 'lostReason' },
    });
  });
});

describe('many leads', () => {
  const change = (ids: string[], wanted: LeadsChange) =>
    changeLeads(base.db, actor, { ids, change: wanted });

  test('into a marked step: each gets the status, and each its own back', async () => {
    const one = await put({ status: 'qualified' });
    const other = await put({ status: 'converted', wonAmount: '7.5', wonCurrency: 'EUR' });
    const third = await put({ status: 'lost', lostReason: 'No answer' });
    const ids = [one.id, other.id, third.id];
    const result = await change(ids, { field: 'step', to: lost.id });

    expect(result).toMatchObject({ changed: 3, outcome: 'lost' });
    expect(await row(other.id)).toMatchObject({ status: 'lost', won_amount: null });
    expect(await row(third.id)).toMatchObject({ status: 'lost', lost_reason: 'No answer' });
    await giveReason(one.id, 'Too expensive');

    if (!result.undo) throw new Error('There is nothing to undo');
    expect(await undoLeadsChange(base.db, actor, result.undo)).toMatchObject({ changed: 3 });
    const at = { step_id: tenant.stepId };
    expect(await row(one.id)).toMatchObject({ ...at, status: 'qualified', lost_reason: null });
    const amount = { won_amount: '7.5', won_currency: 'EUR' };
    expect(await row(other.id)).toMatchObject({ ...at, status: 'converted', ...amount });
    expect(await row(third.id)).toMatchObject({ ...at, status: 'lost', lost_reason: 'No answer' });
    const { events } = await getLead(base.db, actor, { id: other.id });
    expect(events.filter(({ undoes }) => undoes !== null)).toHaveLength(3);
  });

  test('a lead whose status was changed since the move stays as it is', async () => {
    const { id } = await put();
    const { undo: given } = await change([id], { field: 'step', to: lost.id });
    await updateLead(base.db, actor, { id, status: { from: 'lost', to: 'qualified' } });

    if (!given) throw new Error('There is nothing to undo');
    expect(await undoLeadsChange(base.db, actor, given)).toMatchObject({ changed: 0, kept: 1 });
    expect(await row(id)).toMatchObject({ step_id: lost.id, status: 'qualified' });
  });

  test('another status ends reasons, and its undo restores them', async () => {
    const { id } = await put({ status: 'lost', lostReason: 'No answer' });
    const { undo: given } = await change([id], { field: 'status', to: 'contacted' });
    expect(await row(id)).toMatchObject({ status: 'contacted', lost_reason: null });

    if (!given) throw new Error('There is nothing to undo');
    await undoLeadsChange(base.db, actor, given);
    expect(await row(id)).toMatchObject({ status: 'lost', lost_reason: 'No answer' });
  });
});

describe('a contact', () => {
  const later = '2099-01-31T18:00:00.000Z';

  test('a call that spoke with a new lead makes it contacted, and is taken back as one', async () => {
    const { id } = await put({ ownerId: actor.userId, followUpAt: new Date(later) });
    const call = { id, outcome: 'spoke', text: 'Will sign', followUpAt: null } as const;
    const called = await recordCall(base.db, actor, { ...call, isContact: true });

    expect(called).toMatchObject({ status: 'contacted', followUpAt: null });
    expect(called.firstContactAt).toEqual(called.changedAt);
    const back = await undo(id, called.changedAt);
    expect(back).toMatchObject({
      status: 'new',
      firstContactAt: null,
      followUpAt: new Date(later),
    });
    expect(lines(back?.events ?? [])).toContainEqual(['call', 'spoke', null]);
    const { items } = await listToDo(base.db, actor, { section: 'later', whose: 'mine' });
    expect(items.map(({ lastText }) => lastText)).toEqual([null]);
  });

  test('a message to a new lead makes it contacted, and is taken back as one', async () => {
    const { id } = await put({ ownerId: actor.userId });
    const message = { id, channel: 'whatsapp', text: 'Hello', followUpAt: later } as const;
    const written = await recordMessage(base.db, actor, { ...message, isContact: true });

    expect(written).toMatchObject({ status: 'contacted', followUpAt: new Date(later) });
    const [item] = (await listToDo(base.db, actor, { section: 'later', whose: 'mine' })).items;
    expect(item).toMatchObject({ id, lastText: 'Hello' });
    const back = await undo(id, written.changedAt);
    expect(back).toMatchObject({ status: 'new', firstContactAt: null, followUpAt: null });
    expect(lines(back?.events ?? [])).toContainEqual(['message', 'whatsapp', null]);
  });

  test('leaves another status alone', async () => {
    const { id } = await put({ status: 'qualified' });
    const call = { id, outcome: 'spoke', isContact: true } as const;
    expect(await recordCall(base.db, actor, call)).toMatchObject({ status: 'qualified' });
  });

  test('a follow-up that was done on a new lead keeps it out of the new ones, with one undo', async () => {
    const followUpAt = new Date('2026-01-31T18:00:00.000Z');
    const { id } = await put({ ownerId: actor.userId, followUpAt });
    const done = { id, followUpAt: { from: followUpAt.toISOString(), to: null }, isContact: true };
    const after = await planFollowUp(base.db, actor, done);

    expect(after).toMatchObject({ status: 'contacted', followUpAt: null });
    const newOnes = await listToDo(base.db, actor, { section: 'new', whose: 'mine' });
    expect(newOnes.items.map((item) => item.id)).not.toContain(id);
    expect(await undo(id, after.changedAt)).toMatchObject({ status: 'new', followUpAt });
  });

  test('a lead that got an owner by its follow-up loses both', async () => {
    const { id } = await put();
    const planned = await planFollowUp(base.db, actor, {
      id,
      followUpAt: { from: null, to: later },
    });
    expect(planned.ownerId).toBe(actor.userId);
    expect(await undo(id, planned.changedAt)).toMatchObject({ ownerId: null, followUpAt: null });
  });
});

describe('an undo is refused', () => {
  test('of what another member or no one did, of a lead out of sight, and twice', async () => {
    const { id } = await put({ ownerId: actor.userId });
    const { changedAt } = await toLost(id);
    const { colleague } = tenant;
    await expect(undo(id, changedAt, colleague)).rejects.toThrow(NotFoundError);
    await expect(undo(id, new Date(0))).rejects.toThrow(NotFoundError);
    await expect(undo(id, changedAt, foreign.colleague)).rejects.toThrow(NotFoundError);
    await assignLead(base.db, actor, { id, owner: { from: actor.userId, to: colleague.userId } });
    await expect(undo(id, changedAt, { ...actor, sees: 'own' })).rejects.toThrow(NotFoundError);

    await undo(id, changedAt);
    await expect(undo(id, changedAt)).rejects.toThrow(ConflictError);
  });

  test('when the lead was changed since, deleted, or its step was archived', async () => {
    const [changed, deleted, archived] = [await put(), await put(), await put()];
    const moved = [];
    for (const { id } of [changed, deleted, archived]) moved.push((await toLost(id)).changedAt);
    const [at1, at2, at3] = moved;

    const { id } = changed;
    await updateLead(base.db, actor, { id, status: { from: 'lost', to: 'contacted' } });
    await expect(undo(id, at1 ?? null)).rejects.toThrow('changed since');
    await changeLeads(base.db, actor, {
      ids: [deleted.id],
      change: { field: 'deleted', to: true },
    });
    await expect(undo(deleted.id, at2 ?? null)).rejects.toThrow('Lead not found');
    await archiveStep(base.db, { ...actor, role: 'admin' }, { id: tenant.stepId, moveTo: lost.id });
    await expect(undo(archived.id, at3 ?? null)).rejects.toThrow('archived');
    expect(await row(archived.id)).toMatchObject({ step_id: lost.id, status: 'lost' });
  });
});
