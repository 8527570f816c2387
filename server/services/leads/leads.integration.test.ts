import { beforeEach, describe, expect, test } from 'vitest';
import { createFunnel, createStep } from '#db/factories/funnels.ts';
import { createLead } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import type { LeadStatus } from '#db/values/leads.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import { untilUnchanged } from '#server/testing/until-unchanged.ts';
import type { UserActor } from '../actor.ts';
import { updateCompany } from '../companies/update-company.ts';
import { ConflictError, InvalidError, NotFoundError } from '../errors.ts';
import { getLead } from './get-lead.ts';
import { listLeads } from './list-leads.ts';
import { moveLead } from './move-lead.ts';
import { updateLead } from './update-lead.ts';

const base = withTestDatabase();

let actor: UserActor;
let tenant: FullTenant;
let foreign: FullTenant;

beforeEach(async () => {
  ({ actor, tenant, foreign } = await createTenants(base.db, 'agent'));
});

const put = (overrides: Partial<Parameters<typeof createLead>[1]> = {}) =>
  createLead(base.db, { companyId: tenant.companyId, stepId: tenant.otherStep.id, ...overrides });
const list = (query: Partial<Parameters<typeof listLeads>[2]> = {}) =>
  listLeads(base.db, actor, { stepId: tenant.otherStep.id, ...query });
const ids = (rows: readonly { id: string }[]) => rows.map((row) => row.id);

describe('list', () => {
  test('pages through leads of one millisecond without loss or repeat', async () => {
    const at = (text: string) => new Date(`2026-01-02T03:04:05.${text}Z`);
    const times = ['001', '002', '002', '002', '002', '003'].map(at);
    const stored = [];
    for (const createdAt of times) stored.push(await put({ createdAt }));
    const expected = ids(
      stored.sort((a, b) => Number(b.createdAt) - Number(a.createdAt) || (a.id < b.id ? 1 : -1)),
    );

    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list({ limit: 2, cursor });
      expect(page.items.length).toBeLessThanOrEqual(2);
      seen.push(...ids(page.items));
      cursor = page.nextCursor;
    } while (cursor);

    expect(seen).toEqual(expected);
  });

  test('a lead that arrives between two pages moves nothing', async () => {
    for (let n = 1; n <= 4; n += 1) await put({ createdAt: new Date(n * 1_000) });
    const whole = ids((await list()).items);
    const first = await list({ limit: 2 });
    await put();
    const second = await list({ limit: 2, cursor: first.nextCursor });

    expect([...ids(first.items), ...ids(second.items)]).toEqual(whole);
    expect(second.nextCursor).toBeNull();
  });

  test('a last page that is exactly full has no next one', async () => {
    for (let n = 0; n < 2; n += 1) await put();
    expect((await list({ limit: 2 })).nextCursor).toBeNull();
  });

  test('refuses a made-up cursor and a step of another company', async () => {
    await expect(list({ cursor: 'made up' })).rejects.toThrow(InvalidError);
    await expect(list({ stepId: foreign.step.id })).rejects.toThrow(NotFoundError);
  });
});

test('the detail has contact, attribution with its rule, place and timeline', async () => {
  const lead = await put({
    phones: ['5511987654321', '15555'],
    campaignName: 'Summer',
    formId: '1',
    externalLeadId: '2',
    customFields: { size: 3 },
    apiKeyId: tenant.key.id,
  });

  expect(await getLead(base.db, actor, { id: lead.id })).toMatchObject({
    id: lead.id,
    step: { id: tenant.otherStep.id },
    funnel: { id: tenant.funnel.id },
    apiKey: { id: tenant.key.id, name: tenant.key.name },
    attribution: { campaignName: 'Summer', formId: '1', externalLeadId: '2', gclid: null },
    attributionRule: expect.stringContaining('Meta'),
    customFields: { size: 3 },
    contact: {
      phones: [
        { digits: '5511987654321', international: '+55 11 98765 4321', possible: true },
        { digits: '15555', possible: false },
      ],
    },
    events: [
      {
        type: 'created',
        to: tenant.otherStep.name,
        actorKind: 'apiKey',
        actorName: tenant.key.name,
        createdAt: lead.createdAt,
      },
    ],
  });
});

test('check 27: leads of one external id are marked, and name each other', async () => {
  const one = await put({ externalLeadId: '17' });
  const other = await put({ externalLeadId: '17', stepId: tenant.step.id });
  const apart = await put({ externalLeadId: '18' });
  await createLead(base.db, {
    companyId: foreign.companyId,
    stepId: foreign.step.id,
    externalLeadId: '18',
  });

  const marks = new Map((await list()).items.map((lead) => [lead.id, lead.isPossibleDuplicate]));
  expect(marks).toEqual(
    new Map([
      [apart.id, false],
      [one.id, true],
    ]),
  );
  expect(ids((await getLead(base.db, actor, one)).duplicates)).toEqual([other.id]);
  expect((await getLead(base.db, actor, apart)).duplicates).toEqual([]);
});

describe('update', () => {
  test('writes one event for each value that changes', async () => {
    const { id } = tenant.lead;
    const changed = await updateLead(base.db, actor, {
      id,
      status: { from: 'new', to: 'contacted' },
      priority: { from: 'medium', to: 'medium' },
      temperature: { from: 'warm', to: 'hot' },
    });

    expect(changed).toMatchObject({ status: 'contacted', priority: 'medium', temperature: 'hot' });
    const who = { actorKind: 'user', actorName: actor.name };
    expect(changed.events.slice(1)).toMatchObject([
      { type: 'status', from: 'new', to: 'contacted', ...who },
      { type: 'temperature', from: 'warm', to: 'hot', ...who },
    ]);
    expect((await updateLead(base.db, actor, { id })).events).toHaveLength(3);
  });

  test('ten at once leave a timeline without gaps', async () => {
    const { id } = tenant.lead;
    const statuses = ['contacted', 'qualified', 'lost', 'converted', 'nurturing'] as const;
    const set = async (to: LeadStatus) => {
      const { status: from } = await getLead(base.db, actor, { id });
      return updateLead(base.db, actor, { id, status: { from, to } });
    };
    await Promise.all(
      [...statuses, ...statuses].map((status) => untilUnchanged(() => set(status))),
    );

    const { status, events } = await getLead(base.db, actor, { id });
    const changes = events.filter((event) => event.type === 'status');
    const froms = changes.map((event) => event.from).sort();
    const tos = ['new', ...changes.map((event) => event.to)].sort();
    expect(tos).toEqual([...froms, status].sort());
  });

  test('of a lead of another company changes nothing', async () => {
    const { id } = foreign.lead;
    const status = { from: 'new', to: 'lost' } as const;
    await expect(updateLead(base.db, actor, { id, status })).rejects.toThrow(NotFoundError);

    const [row] = await base.sql`select status from leads where id = ${id}`;
    expect(row?.status).toBe('new');
  });
});

/** What the counters say against what the leads say. */
async function counters(companyId: string) {
  const counted = await base.sql`
    select step_id, day::text, sum(leads)::int as leads from step_counters
    where company_id = ${companyId} group by 1, 2 having sum(leads) <> 0 order by 1, 2`;
  const actual = await base.sql`
    select step_id, coalesce(day, (created_at at time zone 'UTC')::date)::text as day, count(*)::int as leads
    from leads where company_id = ${companyId} group by 1, 2 order by 1, 2`;

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
    await updateCompany(base.db, actor, { name: 'Acme', timeZone: 'America/Sao_Paulo' });
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
