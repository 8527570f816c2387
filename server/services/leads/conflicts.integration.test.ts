import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { ConflictError } from '../errors.ts';
import { getLead } from './get-lead.ts';
import { LeadConflictError, recordLeadEvents } from './lead-changes.ts';
import { moveLead } from './move-lead.ts';
import { updateLead } from './update-lead.ts';

const base = withTestDatabase();

let ada: UserActor;
let bob: UserActor;
let tenant: FullTenant;
let id: string;

beforeEach(async () => {
  ({ actor: ada, tenant } = await createTenants(base.db, 'agent'));
  bob = await tenant.newMember('agent');
  id = tenant.lead.id;
});

const stored = () => getLead(base.db, ada, { id });
const refusalOf = async (change: Promise<unknown>) => {
  const error = await change.catch((thrown: unknown) => thrown);
  if (!(error instanceof LeadConflictError)) throw new Error('not refused', { cause: error });
  return error;
};

const waitsForLock = async () => {
  const [row] = await base.sql`
    select count(*) > 0 as waits from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return row?.waits;
};

describe('two agents', () => {
  test.each([
    ['status', 'new', 'qualified', 'lost'],
    ['priority', 'medium', 'high', 'urgent'],
    ['temperature', 'warm', 'hot', 'cold'],
  ] as const)('the second %s is refused, and says who changed it to what', async (...row) => {
    const [field, from, first, second] = row;
    const { changedAt: _, ...after } = await updateLead(base.db, ada, {
      id,
      [field]: { from, to: first },
    });
    const { event, value, message } = await refusalOf(
      updateLead(base.db, bob, { id, [field]: { from, to: second } }),
    );

    expect({ event, value }).toEqual({ event: after.events.at(-1), value: first });
    expect(event).toMatchObject({ type: field, from, to: first, actorName: ada.name });
    expect(message).toContain(ada.name);
    expect(await stored()).toEqual(after);
  });

  test('the second move is refused, also when it started first', async () => {
    const third = await tenant.newStep();
    const from = tenant.step.id;
    const moves = [
      moveLead(base.db, ada, { id, step: { from, to: tenant.otherStep.id } }),
      moveLead(base.db, bob, { id, step: { from, to: third.id } }),
    ];
    const [one, other] = await Promise.allSettled(moves);
    const [won, lost] = one?.status === 'fulfilled' ? [one, other] : [other, one];
    if (won?.status !== 'fulfilled' || lost?.status !== 'rejected') throw new Error('both or none');

    expect(lost.reason).toBeInstanceOf(LeadConflictError);
    expect(lost.reason).toMatchObject({
      value: won.value.step.id,
      event: { type: 'moved', from: tenant.step.name, to: won.value.step.name },
    });
    expect((await stored()).step.id).toBe(won.value.step.id);
  });

  test('changes of different fields do not refuse each other', async () => {
    await updateLead(base.db, ada, { id, status: { from: 'new', to: 'lost' } });
    await updateLead(base.db, bob, { id, priority: { from: 'medium', to: 'high' } });
    expect(await stored()).toMatchObject({ status: 'lost', priority: 'high' });
  });

  test('a refused field takes the others of its call with it', async () => {
    await updateLead(base.db, ada, { id, status: { from: 'new', to: 'lost' } });
    await refusalOf(
      updateLead(base.db, bob, {
        id,
        priority: { from: 'medium', to: 'high' },
        status: { from: 'new', to: 'contacted' },
      }),
    );
    expect(await stored()).toMatchObject({ status: 'lost', priority: 'medium' });
  });

  test('the value that the other one chose is no conflict, so that a retry succeeds', async () => {
    const lost = { id, status: { from: 'new', to: 'lost' } } as const;
    await updateLead(base.db, ada, lost);
    expect((await updateLead(base.db, ada, lost)).events).toHaveLength(2);

    const step = { from: tenant.step.id, to: tenant.otherStep.id };
    await moveLead(base.db, ada, { id, step });
    expect((await moveLead(base.db, bob, { id, step })).events).toHaveLength(3);
  });

  test('the refusal names the last change under the lock, not the last to begin', async () => {
    const later = { leadId: id, type: 'status', from: 'new', to: 'qualified' } as const;
    const waiting = await base.db.transaction(async (tx) => {
      await tx.execute(sql`
        update leads set status = 'qualified'
        where company_id = ${tenant.companyId} and id = ${id}`);
      const started = updateLead(base.db, ada, { id, status: { from: 'qualified', to: 'lost' } });
      await expect.poll(waitsForLock).toBe(true);
      await recordLeadEvents(tx, bob, [later]);
      return { started };
    });
    await waiting.started;

    const { event } = await refusalOf(
      updateLead(base.db, bob, { id, status: { from: 'new', to: 'nurturing' } }),
    );
    expect(event).toMatchObject({ from: 'qualified', to: 'lost', actorName: ada.name });
  });

  test('a value that the lead never had is refused too', async () => {
    const change = updateLead(base.db, bob, { id, status: { from: 'lost', to: 'contacted' } });
    await expect(change).rejects.toThrow(ConflictError);
    expect((await stored()).status).toBe('new');
  });
});
