import { beforeEach, describe, expect, test } from 'vitest';
import { createFunnel } from '#db/factories/funnels.ts';
import { createLead } from '#db/factories/leads.ts';
import { idAtTime } from '#db/id.ts';
import { withTestDatabase } from '#db/testing.ts';
import { type ContactTime, contactTimes } from '#db/values/leads.ts';
import { leadsQuery } from '#server/panel-api/schemas/lead-list.ts';
import { queryOf, readAddress, withoutUnknown } from '#server/panel-api/schemas/leads-address.ts';
import { listOfNumber, type NumberFilter } from '#server/panel-api/schemas/report-address.ts';
import {
  type LeadNumbers,
  type LeadReport,
  leadReport,
  leadReportInput,
} from '#server/panel-api/schemas/reports.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { changeLeads } from '../leads/change-leads.ts';
import { eraseLead } from '../leads/erase-lead.ts';
import { listLeadIds } from '../leads/list-company-leads.ts';
import { listFilterChoices } from '../leads/list-filter-choices.ts';
import { type ReportQuery, reportLeads } from './report-leads.ts';

const base = withTestDatabase();

let actor: UserActor;
let tenant: FullTenant;
let foreign: FullTenant;

beforeEach(async () => {
  ({ actor, tenant, foreign } = await createTenants(base.db, 'admin'));
  await base.sql`delete from leads where company_id in (${tenant.companyId}, ${foreign.companyId})`;
});

const minutes = 60_000;
const hours = 60 * minutes;

type Columns = Partial<Parameters<typeof createLead>[1]>;
/** A lead that arrived at a time. */
const putAt = (createdAt: Date, columns: Columns = {}) => {
  const { companyId, stepId } = tenant;
  const id = idAtTime(createdAt.getTime());
  return createLead(base.db, { companyId, stepId, id, createdAt, ...columns });
};
/** A lead that arrived before now, and how long its first contact took. */
const put = (ago: number, wait: number | null, columns: Columns = {}) => {
  const at = Date.now() - ago;
  const firstContactAt = wait === null ? null : new Date(at + wait);
  return putAt(new Date(at), { firstContactAt, ...columns });
};

/** As a browser gets it. */
const report = async (query: ReportQuery = { days: '7' }, by = actor): Promise<LeadReport> =>
  leadReport.parse(await reportLeads(base.db, by, leadReportInput.parse(query)));

/** The ids in the list that a number opens, as a browser asks for it. */
async function listed(
  { days }: LeadReport,
  filter: NumberFilter,
  { contact, by = actor }: { contact?: ContactTime; by?: UserActor } = {},
): Promise<string[]> {
  const range = { from: days[0]?.day ?? '', until: days.at(-1)?.day ?? '' };
  const address = readAddress(new URLSearchParams(listOfNumber(range, filter, contact)));
  const { known, unknown } = withoutUnknown(address, await listFilterChoices(base.db, by));
  expect(unknown).toEqual([]);
  return (await listLeadIds(base.db, by, leadsQuery.parse(queryOf(known)))).ids;
}

/** Everything that a report counts, with what finds its leads. */
function groupsOf({ total, days, funnels, sources, owners }: LeadReport) {
  const groups: [name: string, numbers: LeadNumbers, filter: NumberFilter][] = [
    ['all', total, {}],
    ...days.map((each): [string, LeadNumbers, NumberFilter] => [
      each.day,
      each,
      { from: each.day, until: each.day },
    ]),
  ];
  for (const funnel of funnels) {
    groups.push([funnel.name, funnel, { funnel: [funnel.id] }]);
    for (const step of funnel.steps) groups.push([step.name, step, { step: [step.id] }]);
  }
  for (const each of sources) groups.push([each.name, each, { source: [each.source] }]);
  for (const each of owners) groups.push([each.name, each, { owner: [each.id ?? 'none'] }]);
  return groups;
}

/** Compares every number with the list that it opens. */
async function expectLists(found: LeadReport, by = actor): Promise<void> {
  for (const [name, numbers, filter] of groupsOf(found)) {
    const { leads, contacted: made, waiting, inTime, late } = numbers;
    const counted: Record<ContactTime, number> = { made, waiting, inTime, late };
    const lists: Record<string, number> = {};
    for (const contact of contactTimes) {
      lists[contact] = (await listed(found, filter, { contact, by })).length;
    }
    const all = (await listed(found, filter, { by })).length;
    expect({ name, leads: all, ...lists }).toEqual({ name, leads, ...counted });
  }
}

/** Leads of each kind, in two funnels, of several sources and owners. */
async function putSeveral() {
  const { companyId, step, otherStep, colleague } = tenant;
  const funnel = await createFunnel(base.db, { companyId, name: 'Ads' });
  const visit = await tenant.newStep({
    funnelId: funnel.id,
    name: 'Visit',
    archivedAt: new Date(),
  });
  const mine = { ownerId: actor.userId };
  const theirs = { ownerId: colleague.userId };
  await put(10 * minutes, null);
  await put(2 * hours, null, mine);
  await put(3 * hours, 5 * minutes, { ...mine, source: 'facebook' });
  await put(3 * hours, 60 * minutes, { ...theirs, source: '50% off, today', stepId: visit.id });
  await put(26 * hours, 61 * minutes, { ...theirs, source: 'facebook', stepId: otherStep.id });
  await put(50 * hours, 20 * hours, { source: 'Facebook', stepId: visit.id });
  // Its status changed before first contacts were recorded.
  await put(50 * hours, null, { status: 'lost' });
  return { visit, step };
}

describe('each number is that of the list that it opens', () => {
  test('for all leads, days, funnels, steps, sources, owners and first contacts', async () => {
    await putSeveral();
    const found = await report();

    expect(found.total).toEqual({
      leads: 7,
      contacted: 4,
      waiting: 2,
      inTime: 2,
      late: 3,
      medianMinutes: 60,
    });
    expect(found.funnels.map(({ name, leads, steps }) => [name, leads, steps.length])).toEqual([
      [tenant.funnel.name, 5, 2],
      ['Ads', 2, 1],
    ]);
    expect(found.sources.map(({ source, leads }) => [source, leads])).toEqual([
      ['api', 3],
      ['facebook', 2],
      ['50% off, today', 1],
      ['Facebook', 1],
    ]);
    expect(found.owners.map(({ id, leads }) => [id, leads])).toContainEqual([null, 3]);
    await expectLists(found);
  });

  test('before the search index has the words of the leads', async () => {
    await putSeveral();
    await base.sql`update leads set search_words = null where company_id = ${tenant.companyId}`;

    await expectLists(await report());
  });

  test('without a target, of which none is in time or late', async () => {
    await base.sql`update companies set contact_target = null where id = ${tenant.companyId}`;
    await putSeveral();
    const found = await report();

    expect(found).toMatchObject({ target: null, total: { contacted: 4, inTime: 0, late: 0 } });
    await expectLists(found);
  });

  test.each(['ownAndUnassigned', 'own'] as const)('for an agent who sees %s', async (sees) => {
    await putSeveral();
    const agent = { ...actor, role: 'agent', sees } as const;
    const found = await report({ days: '7' }, agent);

    expect(found.total.leads).toBe(sees === 'own' ? 2 : 5);
    expect(found.owners.map(({ id }) => id)).not.toContain(tenant.colleague.userId);
    await expectLists(found, agent);
  });

  test('while leads are moved, assigned, deleted and erased', async () => {
    const { otherStep, colleague } = tenant;
    const [moved, given, deleted, erased] = [
      await put(hours, null),
      await put(hours, null),
      await put(hours, null),
      await put(hours, null),
    ];
    await put(hours, null, { origin: 'test', contactId: null });
    await createLead(base.db, { companyId: foreign.companyId, stepId: foreign.stepId });
    const change = (id: string, what: Parameters<typeof changeLeads>[2]['change']) =>
      changeLeads(base.db, actor, { ids: [id], change: what });
    await change(moved.id, { field: 'step', to: otherStep.id });
    await change(given.id, { field: 'owner', to: colleague.userId });
    await change(deleted.id, { field: 'deleted', to: true });
    await eraseLead(base.db, actor, { id: erased.id });
    const found = await report();

    expect(found.total).toMatchObject({ leads: 2, waiting: 2 });
    const [funnel] = found.funnels;
    expect(funnel?.steps.map(({ id, leads }) => [id, leads])).toEqual([
      [tenant.step.id, 1],
      [otherStep.id, 1],
    ]);
    expect(found.owners.map(({ id, leads }) => [id, leads])).toEqual(
      expect.arrayContaining([
        [colleague.userId, 1],
        [null, 1],
      ]),
    );
    await expectLists(found);
  });
});

describe('days', () => {
  const setZone = (timeZone: string) =>
    base.sql`update companies set time_zone = ${timeZone} where id = ${tenant.companyId}`;

  test.each([
    ['23 hours', '2026-03-29', ['2026-03-29T00:00:00Z', '2026-03-29T22:59:59.999Z']],
    ['25 hours', '2026-10-25', ['2026-10-24T23:00:00Z', '2026-10-25T23:59:59.999Z']],
  ])('of the company have %s where clocks are changed', async (_, day, [first = '', last = '']) => {
    await setZone('Europe/Lisbon');
    // Days of the member are others.
    await base.sql`update users set time_zone = 'Pacific/Kiritimati' where id = ${actor.userId}`;
    const [start, end] = [Date.parse(first), Date.parse(last)];
    for (const at of [start - 1, start, end, end + 1]) await putAt(new Date(at));
    const near = (days: number) =>
      new Date(Date.parse(day) + days * 24 * hours).toISOString().slice(0, 10);
    const found = await report({ days: { from: near(-1), until: near(1) } });

    expect(found.days.map((each) => [each.day, each.leads])).toEqual([
      [near(-1), 1],
      [day, 2],
      [near(1), 1],
    ]);
    await expectLists(found);
  });

  test('begin as in the list where clocks are set back at midnight', async () => {
    await setZone('America/Havana');
    // Half past midnight comes twice.
    await putAt(new Date('2026-11-01T04:30:00Z'));
    await putAt(new Date('2026-11-01T05:30:00Z'));

    await expectLists(await report({ days: { from: '2026-10-31', until: '2026-11-01' } }));
  });

  test('of a period end today, by the clock of the company', async () => {
    await setZone('Pacific/Kiritimati');
    const [clock] = await base.sql<{ today: string; month: string }[]>`
      select to_char(now() at time zone 'Pacific/Kiritimati', 'YYYY-MM-DD') as today,
        to_char(now() at time zone 'Pacific/Kiritimati', 'YYYY-MM-01') as month`;
    const [week, quarter, month] = [
      await report({ days: '7' }),
      await report({ days: '90' }),
      await report({ days: 'month' }),
    ];

    expect([week.days.length, quarter.days.length]).toEqual([7, 90]);
    for (const { days } of [week, quarter, month]) expect(days.at(-1)?.day).toBe(clock?.today);
    expect(month.days[0]?.day).toBe(clock?.month);
  });

  test('may have no leads, of a company that has some or none', async () => {
    const before = await report();
    await put(30 * 24 * hours, null);
    const after = await report();

    expect(before).toMatchObject({ hasLeads: false, total: { leads: 0, medianMinutes: null } });
    expect(after).toMatchObject({ hasLeads: true, total: { leads: 0 }, funnels: [], owners: [] });
  });
});

test('days with too many leads are refused, but for an agent who sees some only', async () => {
  const { companyId, stepId } = tenant;
  await base.sql`delete from step_counters where company_id = ${companyId}`;
  await base.sql`
    insert into step_counters (company_id, step_id, day, leads)
    values (${companyId}, ${stepId}, (now() at time zone 'UTC')::date, 400001)`;

  await expect(report()).rejects.toThrow(/^About 400,001 leads .* up to 400,000: choose fewer/);
  expect(await report({ days: '7' }, { ...actor, role: 'agent', sees: 'own' })).toBeDefined();
});

test('of more than 500 sources those with the most leads are listed', async () => {
  const { id } = await put(hours, null, { source: 'source 502' });
  await base.sql`
    insert into leads (company_id, id, step_id, contact_id, name, phones, segment, status, priority,
      temperature, source, medium, channel, origin, created_at)
    select company_id, overlay(id::text placing lpad(n::text, 12, '0') from 25)::uuid, step_id,
      contact_id, name, phones, segment, status, priority, temperature, 'source ' || n, medium,
      channel, origin, created_at
    from leads cross join generate_series(0, 502) n where id = ${id}`;
  const { sources, moreSources } = await report();

  expect([sources.length, moreSources, sources[0]?.source]).toEqual([500, 3, 'source 502']);
});
