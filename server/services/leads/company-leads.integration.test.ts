import { beforeEach, describe, expect, test } from 'vitest';
import { createFunnel } from '#db/factories/funnels.ts';
import { createLead } from '#db/factories/leads.ts';
import { newId } from '#db/id.ts';
import { withTestDatabase } from '#db/testing.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { encodeNumbered } from '../cursor.ts';
import { InvalidError } from '../errors.ts';
import { changeLeads } from './change-leads.ts';
import type { LeadsQuery } from './find-company-leads.ts';
import { listCompanyLeads, listLeadIds } from './list-company-leads.ts';
import { listFilterChoices } from './list-filter-choices.ts';

const base = withTestDatabase();

let actor: UserActor;
let tenant: FullTenant;
let foreign: FullTenant;

beforeEach(async () => {
  ({ actor, tenant, foreign } = await createTenants(base.db, 'agent'));
});

/** A lead whose id has the time of its arrival, as that of every lead has. */
const put = (overrides: Partial<Parameters<typeof createLead>[1]> = {}) => {
  const { createdAt } = overrides;
  const time = createdAt?.getTime().toString(16).padStart(12, '0');
  const id = time && `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${time}`;
  const { companyId, stepId } = tenant;
  return createLead(base.db, { companyId, stepId, ...(id && { id }), ...overrides });
};
const cursorOf = (number: number) => encodeNumbered({ number, id: newId() });
const list = async (query: Parameters<typeof listCompanyLeads>[2] = {}, by = actor) =>
  (await listCompanyLeads(base.db, by, query)).items.map(({ id }) => id);

test('lists the leads of all steps with their places, by arrival', async () => {
  const buyers = await createFunnel(base.db, { companyId: tenant.companyId, name: 'Buyers' });
  const visit = await tenant.newStep({ funnelId: buyers.id, name: 'Visit' });
  const second = await put({ stepId: visit.id });
  const { items } = await listCompanyLeads(base.db, actor, {});

  expect(items).toMatchObject([
    {
      id: second.id,
      step: { name: 'Visit' },
      funnel: { name: 'Buyers' },
      phone: '+55 11 98765 4321',
    },
    { id: tenant.lead.id, step: { name: tenant.step.name } },
  ]);
  expect(await list({ sort: 'oldest' })).toEqual([tenant.lead.id, second.id]);
  expect(await list({ view: 'tests' })).toEqual([tenant.test.id]);
});

test.each(['newest', 'oldest'] as const)(
  'pages through leads and found leads, %s first',
  async (sort) => {
    const leads = [];
    for (let n = 0; n < 5; n += 1) leads.push(await put({ name: `Ada ${n}` }));
    const ids = leads.map(({ id }) => id);
    const expected = sort === 'newest' ? ids.toReversed() : ids;

    for (const query of [{ filter: { statuses: ['new' as const] } }, { search: 'ada' }]) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await listCompanyLeads(base.db, actor, { ...query, sort, cursor, limit: 2 });
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      } while (cursor);
      expect(seen.filter((id) => ids.includes(id))).toEqual(expected);
    }
    await expect(list({ cursor: 'junk' })).rejects.toThrow(InvalidError);
    for (const cursor of ['junk', cursorOf(2 ** 31), cursorOf(999_999_999_999_999)]) {
      await expect(list({ search: 'ada', sort, cursor })).rejects.toThrow(InvalidError);
    }
  },
);

describe('filters', () => {
  test('each finds the lead that meets it, alone and with a search', async () => {
    const { otherStep, funnel, key } = tenant;
    const buyers = await createFunnel(base.db, { companyId: tenant.companyId });
    const visit = await tenant.newStep({ funnelId: buyers.id });
    const owner = await tenant.newMember('agent');
    const make = (columns: Partial<Parameters<typeof createLead>[1]>) =>
      put({
        name: 'Grace Hopper',
        apiKeyId: key.id,
        createdAt: new Date('2026-03-10T12:00:00Z'),
        ...columns,
      });
    const lead = await make({
      stepId: visit.id,
      status: 'lost',
      priority: 'urgent',
      ownerId: owner.userId,
      source: 'bing',
      campaignName: 'It’s "new"',
      phones: [],
    });
    const found: Record<string, LeadsQuery['filter']> = {
      funnel: { funnelIds: [buyers.id] },
      step: { stepIds: [visit.id] },
      'funnel and step': { funnelIds: [buyers.id, funnel.id], stepIds: [visit.id] },
      status: { statuses: ['lost', 'converted'] },
      priority: { priorities: ['urgent'] },
      owner: { owners: [owner.userId] },
      source: { sources: ['bing'] },
      campaign: { campaigns: ['It’s "new"'] },
      key: { apiKeyIds: [key.id] },
      days: { from: '2026-03-10', until: '2026-03-10' },
      'no phone': { hasPhone: false },
      'days before 1970': { statuses: ['lost'], from: '0001-01-01' },
    };
    const search = 'hopper';

    for (const [name, filter] of Object.entries(found)) {
      expect([name, await list({ filter })]).toEqual([name, [lead.id]]);
      expect([name, await list({ filter, search })]).toEqual([name, [lead.id]]);
    }
    const missed: Record<string, LeadsQuery['filter']> = {
      'another funnel': { funnelIds: [funnel.id] },
      'a step outside the funnel': { funnelIds: [buyers.id], stepIds: [otherStep.id] },
      'a funnel of another company': { funnelIds: [foreign.funnel.id] },
      'the day before': { until: '2026-03-09' },
      'the day after': { from: '2026-03-11' },
      'no owner': { owners: ['none'] },
      'a phone': { hasPhone: true },
    };
    for (const [name, filter] of Object.entries(missed)) {
      expect([name, (await list({ filter })).includes(lead.id)]).toEqual([name, false]);
      expect([name, await list({ filter, search })]).toEqual([name, []]);
    }
  });
});

test('deleted leads are in the view of deleted ones only', async () => {
  const { lead } = tenant;
  await changeLeads(base.db, actor, { ids: [lead.id], change: { field: 'deleted', to: true } });

  expect(await list()).toEqual([]);
  expect(await list({ view: 'deleted' })).toEqual([lead.id]);
  expect(await list({ view: 'deleted' }, { ...actor, sees: 'own' })).toEqual([]);
});

test('an agent who sees own leads lists, finds and selects these only', async () => {
  const own = await put({ name: 'Ada', ownerId: actor.userId });
  const free = await put({ name: 'Ada' });
  const others = await put({ name: 'Ada', ownerId: (await tenant.newMember('agent')).userId });
  const seen = (sees: UserActor['sees'], query = {}) => list(query, { ...actor, sees });

  expect(await seen('own')).toEqual([own.id]);
  expect(await seen('own', { search: 'ada' })).toEqual([own.id]);
  expect(await seen('ownAndUnassigned', { search: 'ada' })).toEqual([free.id, own.id]);
  expect(await seen('all', { search: 'ada' })).toEqual([others.id, free.id, own.id]);
  expect(await listLeadIds(base.db, { ...actor, sees: 'own' }, {})).toEqual({
    ids: [own.id],
    nextCursor: null,
  });
});

test('choices are looked for in the newest leads only, also for an agent who sees few', async () => {
  await put({ ownerId: actor.userId, source: 'own', createdAt: new Date('2026-01-01') });
  await base.sql`
    insert into leads (company_id, id, step_id, contact_id, name, phones, segment, status, priority,
      temperature, source, medium, channel, origin)
    select company_id, ('ffffffff-ffff-7000-8000-' || lpad(n::text, 12, '0'))::uuid, step_id,
      contact_id, name, phones, segment, status, priority, temperature, source, medium, channel, origin
    from leads cross join generate_series(1, 10000) as n where id = ${tenant.lead.id}`;

  expect((await listFilterChoices(base.db, { ...actor, sees: 'own' })).sources).toEqual([]);
});

test('choices are those of the company, the most used first', async () => {
  for (const source of ['bing', 'meta', 'bing']) await put({ source, campaignName: 'Spring' });
  await put({ source: 'bing' });
  const choices = await listFilterChoices(base.db, actor);

  expect(choices.sources).toEqual(['bing', 'api', 'meta']);
  expect(choices.campaigns).toEqual(['Spring']);
  expect(choices.keys.map(({ id }) => id)).toContain(tenant.key.id);
  expect(choices.steps.map(({ id }) => id)).toEqual([tenant.stepId, tenant.otherStep.id]);
  expect(choices.members.map(({ id }) => id).sort()).toEqual(
    [actor.userId, tenant.colleague.userId].sort(),
  );
});
