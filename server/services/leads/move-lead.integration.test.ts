import { beforeEach, describe, expect, test } from 'vitest';
import { createFunnel, createStep } from '#db/factories/funnels.ts';
import { createLead } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { companySettings, createTenants, type FullTenant } from '#server/testing/tenant.ts';
import { untilUnchanged } from '#server/testing/until-unchanged.ts';
import type { UserActor } from '../actor.ts';
import { updateCompany } from '../companies/update-company.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import { getLead } from './get-lead.ts';
import { moveLead } from './move-lead.ts';

const base = withTestDatabase();

let actor: UserActor;
let tenant: FullTenant;
let foreign: FullTenant;

beforeEach(async () => {
  ({ actor, tenant, foreign } = await createTenants(base.db, 'agent'));
});

const put = (overrides: Partial<Parameters<typeof createLead>[1]> = {}) =>
  createLead(base.db, { companyId: tenant.companyId, stepId: tenant.otherStep.id, ...overrides });

/** What the counters say against what the leads say. */
async function counters(companyId: string) {
  const counted = await base.sql`
    select step_id, day::text, sum(leads)::int as leads from step_counters
    where company_id = ${companyId} group by 1, 2 having sum(leads) <> 0 order by 1, 2`;
  const actual = await base.sql`
    select step_id, coalesce(day, (created_at at time zone 'UTC')::date)::text as day, count(*)::int as leads
    from leads where company_id = ${companyId} and origin <> 'test' group by 1, 2 order by 1, 2`;

  return { counted: [...counted], actual: [...actual] };
}

describe('move', () => {
  const move = (id: string, to: string) =>
    untilUnchanged(async () => {
      const [lead] = await base.sql`select step_id from leads where id = ${id}`;
      return moveLead(base.db, actor, { id, step: { from: lead?.step_id, to } });
    });

  test('moves the count of the day the lead was created on, and adds an event', async () => {
    const { step, otherStep } = tenant;
    const lead = await put({ createdAt: new Date('2026-01-01T23:59:59.999Z') });
    const moved = await move(lead.id, step.id);

    expect(moved.step).toEqual({ id: step.id, name: step.name });
    expect(moved.status).toBe('new');
    expect(moved.events.at(-1)).toMatchObject({
      type: 'moved',
      from: otherStep.name,
      to: step.name,
      actorName: actor.name,
    });
    const { counted, actual } = await counters(tenant.companyId);
    expect(counted).toEqual(actual);
    expect(counted).toContainEqual({ step_id: step.id, day: '2026-01-01', leads: 1 });
  });

  test('keeps the day on which a lead was counted when the company has another time zone by now', async () => {
    const { companyId, step } = tenant;
    const lead = await put({ createdAt: new Date('2026-01-01T23:00:00Z'), day: '2026-01-02' });
    await updateCompany(base.db, actor, { ...companySettings, timeZone: 'America/Sao_Paulo' });
    await move(lead.id, step.id);

    const { counted, actual } = await counters(companyId);
    expect(counted).toEqual(actual);
    expect(counted).toContainEqual({ step_id: step.id, day: '2026-01-02', leads: 1 });
  });

  test('to another funnel: counted there, and the event names both funnels', async () => {
    const buyers = await createFunnel(base.db, { companyId: tenant.companyId, name: 'Buyers' });
    const visit = await tenant.newStep({ funnelId: buyers.id, name: 'Visit' });
    const moved = await move(tenant.lead.id, visit.id);

    expect(moved).toMatchObject({
      step: { id: visit.id, name: 'Visit' },
      funnel: { id: buyers.id, name: 'Buyers' },
    });
    const from = `${tenant.funnel.name}: ${tenant.step.name}`;
    expect(moved.events.at(-1)).toMatchObject({ type: 'moved', from, to: 'Buyers: Visit' });
    const { counted, actual } = await counters(tenant.companyId);
    expect(counted).toEqual(actual);
  });

  test('to the step it is in already does nothing', async () => {
    expect((await move(tenant.lead.id, tenant.step.id)).events).toHaveLength(1);
  });

  test('many at once, back and forth, keep counters and timeline true', async () => {
    const { companyId, funnel, step, otherStep } = tenant;
    const third = await createStep(base.db, { companyId, funnelId: funnel.id });
    const targets = [step.id, otherStep.id, third.id];
    const leads = await Promise.all(Array.from({ length: 6 }, () => put()));
    const moves = Array.from({ length: 60 }, (_, n) =>
      move(leads[n % 6]?.id ?? '', targets[(n * 7 + Math.floor(n / 6)) % 3] ?? ''),
    );
    await Promise.all(moves);

    const { counted, actual } = await counters(companyId);
    expect(counted).toEqual(actual);
    for (const lead of leads) {
      const { events, step: place } = await getLead(base.db, actor, { id: lead.id });
      const moved = events.filter((event) => event.type === 'moved');
      expect([otherStep.name, ...moved.map((event) => event.to)].sort()).toEqual(
        [...moved.map((event) => event.from), place.name].sort(),
      );
    }
  });

  test('in opposite directions at once never deadlock', async () => {
    const { companyId, step, otherStep } = tenant;
    const pairs = await Promise.all(
      Array.from({ length: 20 }, () => Promise.all([put({ stepId: step.id }), put()])),
    );
    const swap = (there: string, back: string) =>
      Promise.all(pairs.flatMap(([one, two]) => [move(one.id, there), move(two.id, back)]));
    for (let round = 0; round < 3; round += 1) {
      await swap(otherStep.id, step.id);
      await swap(step.id, otherStep.id);
    }

    const { counted, actual } = await counters(companyId);
    expect(counted).toEqual(actual);
  });

  test('refuses archived places and those of another company', async () => {
    const { companyId, funnel, lead } = tenant;
    const archivedAt = new Date();
    const archivedStep = await createStep(base.db, { companyId, funnelId: funnel.id, archivedAt });
    const archivedFunnel = await createFunnel(base.db, { companyId, archivedAt });
    const itsStep = await createStep(base.db, { companyId, funnelId: archivedFunnel.id });

    await expect(move(lead.id, archivedStep.id)).rejects.toThrow(ConflictError);
    await expect(move(lead.id, itsStep.id)).rejects.toThrow(ConflictError);
    await expect(move(lead.id, foreign.step.id)).rejects.toThrow(NotFoundError);
    await expect(move(foreign.lead.id, tenant.step.id)).rejects.toThrow(NotFoundError);
    for (const { companyId: id } of [tenant, foreign]) {
      const { counted, actual } = await counters(id);
      expect(counted).toEqual(actual);
    }
  });
});
