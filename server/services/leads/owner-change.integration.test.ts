import { beforeEach, describe, expect, test } from 'vitest';
import { createLead } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { listNotifications } from '../notifications/list-notifications.ts';
import { changeLeads, type LeadsChange, type LeadsUndo } from './change-leads.ts';
import { planFollowUp } from './plan-follow-up.ts';
import { undoLeadsChange } from './undo-leads-change.ts';

const base = withTestDatabase();

let actor: UserActor;
let tenant: FullTenant;

beforeEach(async () => {
  ({ actor, tenant } = await createTenants(base.db, 'agent'));
});

const put = (overrides: Partial<Parameters<typeof createLead>[1]> = {}) =>
  createLead(base.db, { companyId: tenant.companyId, stepId: tenant.stepId, ...overrides });
const change = (ids: string[], wanted: LeadsChange, by = actor) =>
  changeLeads(base.db, by, { ids, change: wanted });
const undo = (given: LeadsUndo | null, by = actor) => {
  if (!given) throw new Error('There is nothing to undo');
  return undoLeadsChange(base.db, by, given);
};
const row = async (id: string) => {
  const [found] = await base.sql`select * from leads where id = ${id}`;
  return found;
};
const eventsOf = (id: string) => base.sql`
  select type, "from", "to" from lead_events where lead_id = ${id} order by id`;

describe('an agent who sees own leads only and gives some away', () => {
  const give = async () => {
    const narrow: UserActor = { ...actor, sees: 'own' };
    const lead = await put({ ownerId: actor.userId });
    const { userId } = tenant.colleague;
    const result = await change([lead.id], { field: 'owner', to: userId }, narrow);
    if (result.undo?.field !== 'owner') throw new Error('There is nothing to undo');
    return { narrow, lead, given: result.undo };
  };

  test('takes them back with the undo', async () => {
    const { narrow, lead, given } = await give();

    expect(await undo(given, narrow)).toEqual({ changed: 1, kept: 0, missing: 0 });
    expect(await row(lead.id)).toMatchObject({ owner_id: actor.userId });
  });

  test('gives them to no one else, and takes no leads that others gave away', async () => {
    const { narrow, lead, given } = await give();
    const { userId } = await tenant.newMember('agent');
    const forged: LeadsUndo = { ...given, back: [{ to: userId, ids: [lead.id] }] };
    const other: UserActor = { ...narrow, userId };

    await expect(undo(forged, narrow)).rejects.toThrow(NotFoundError);
    await expect(undo(forged, other)).rejects.toThrow(NotFoundError);
    await expect(undo({ ...given, at: new Date(given.at.getTime() + 1) }, narrow)).rejects.toThrow(
      NotFoundError,
    );
    expect(await row(lead.id)).toMatchObject({ owner_id: tenant.colleague.userId });
  });

  test('leaves them after another assignment, and after ten minutes', async () => {
    const { narrow, lead, given } = await give();
    const { userId } = tenant.colleague;
    const old = new Date(Date.now() - 601_000);
    await base.sql`update lead_events set created_at = ${old.toISOString()} where lead_id = ${lead.id}`;
    await expect(undo({ ...given, at: old }, narrow)).rejects.toThrow(NotFoundError);
    await base.sql`update lead_events set created_at = ${given.at.toISOString()} where lead_id = ${lead.id}`;

    for (const to of [null, userId]) await change([lead.id], { field: 'owner', to });
    await expect(undo(given, narrow)).rejects.toThrow(NotFoundError);
    expect(await row(lead.id)).toMatchObject({ owner_id: userId });
  });
});

describe('an undo of new owners', () => {
  const plan = (id: string, to: Date) =>
    planFollowUp(base.db, actor, { id, followUpAt: { from: null, to: to.toISOString() } });

  test('gives back the time of the assignment: a read notification stays read', async () => {
    const { colleague, lead } = tenant;
    const next = await tenant.newMember('agent');
    await change([lead.id], { field: 'owner', to: colleague.userId });
    const before = await row(lead.id);
    await base.sql`update memberships set notified_until = now() where user_id = ${colleague.userId}`;
    const result = await change([lead.id], { field: 'owner', to: next.userId });
    await undo(result.undo);

    expect(await row(lead.id)).toMatchObject({
      owner_id: colleague.userId,
      assigned_at: before?.assigned_at,
    });
    expect((await listNotifications(base.db, colleague)).items).toEqual([]);
  });

  test('leaves the leads of an owner who cannot have them any more', async () => {
    const { colleague } = tenant;
    const [left, back] = [await put({ ownerId: colleague.userId }), await put()];
    const next = await tenant.newMember('agent');
    const result = await change([left.id, back.id], { field: 'owner', to: next.userId });
    await base.sql`update users set deactivated_at = now() where id = ${colleague.userId}`;

    expect(await undo(result.undo)).toEqual({ changed: 1, kept: 1, missing: 0 });
    expect(await row(left.id)).toMatchObject({ owner_id: next.userId });
    expect(await row(back.id)).toMatchObject({ owner_id: null });
  });

  test('a follow-up ends without an owner, and comes back', async () => {
    const { lead } = tenant;
    const due = new Date(Date.now() + 3_600_000);
    await plan(lead.id, due);
    const result = await change([lead.id], { field: 'owner', to: null });

    expect(await row(lead.id)).toMatchObject({ owner_id: null, follow_up_at: null });
    const ended = { type: 'followUp', from: due.toISOString(), to: null };
    expect((await eventsOf(lead.id)).slice(2)).toMatchObject([{ type: 'owner' }, ended]);
    await undo(result.undo);
    const found = await row(lead.id);
    expect(found).toMatchObject({ owner_id: actor.userId });
    expect(new Date(found?.follow_up_at)).toEqual(due);
    const planned = { type: 'followUp', from: null, to: due.toISOString() };
    expect((await eventsOf(lead.id)).slice(4)).toMatchObject([{ type: 'owner' }, planned]);
  });
});
