import { beforeEach, expect, test } from 'vitest';
import { createStep } from '#db/factories/funnels.ts';
import { createLead } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { archiveFunnel } from '../funnels/archive-funnel.ts';
import { archiveStep } from '../steps/archive-step.ts';
import { getBoard } from './get-board.ts';
import { listLeads } from './list-leads.ts';

const base = withTestDatabase();

let actor: UserActor;
let tenant: FullTenant;
let foreign: FullTenant;

beforeEach(async () => {
  ({ actor, tenant, foreign } = await createTenants(base.db, 'admin'));
});

const put = (overrides: Partial<Parameters<typeof createLead>[1]> = {}) =>
  createLead(base.db, { companyId: tenant.companyId, stepId: tenant.otherStep.id, ...overrides });

async function board(query: Partial<Parameters<typeof getBoard>[2]> = {}, by = actor) {
  const { steps } = await getBoard(base.db, by, { funnelId: tenant.funnel.id, ...query });
  return new Map(steps.map((step) => [step.id, step]));
}
const ids = (rows: readonly { id: string }[] | undefined) => rows?.map((row) => row.id);

test('gives each step its newest leads, as the list of the step has them', async () => {
  for (let n = 1; n <= 4; n += 1) await put({ createdAt: new Date(n * 1_000) });
  const columns = await board({ limit: 3 });

  expect([...columns.keys()].sort()).toEqual([tenant.step.id, tenant.otherStep.id].sort());
  for (const [stepId, { items, nextCursor }] of columns) {
    expect({ items, nextCursor }).toEqual(await listLeads(base.db, actor, { stepId, limit: 3 }));
  }
  const { nextCursor: cursor } = columns.get(tenant.otherStep.id) ?? {};
  const more = await listLeads(base.db, actor, { stepId: tenant.otherStep.id, cursor });
  expect(more.items).toHaveLength(1);
});

test('has no tests, no deleted leads and no archived steps', async () => {
  const kept = await put();
  await put({ origin: 'test', contactId: null });
  await put({ deletedAt: new Date() });
  expect(ids((await board()).get(tenant.otherStep.id)?.items)).toEqual([kept.id]);

  await archiveStep(base.db, actor, { id: tenant.otherStep.id, moveTo: tenant.step.id });
  expect([...(await board()).keys()]).toEqual([tenant.step.id]);
});

test('shows an archived funnel', async () => {
  await archiveFunnel(base.db, actor, { id: tenant.funnel.id });
  expect((await board()).size).toBe(2);
});

test.each([
  ['all leads', {}],
  ['a filter', { filter: { statuses: ['new' as const] } }],
  ['a search', { search: 'maria' }],
])('reads only the named leads of the funnel, with the counts of %s', async (_, query) => {
  const found = await put({ name: 'Maria' });
  const other = await put({ name: 'Maria' });
  const unlike = await put({ name: 'Bob', status: 'lost' });
  const [elsewhere] = [foreign.lead.id];
  const whole = await board(query);
  const named = await board({ ...query, ids: [found.id, unlike.id, elsewhere] });

  const isAll = Object.keys(query).length === 0;
  const expected = isAll ? [unlike.id, found.id] : [found.id];
  expect(ids(named.get(tenant.otherStep.id)?.items)).toEqual(expected);
  expect([...named].map(([id, { leads, leadsToday }]) => [id, leads, leadsToday])) //
    .toEqual([...whole].map(([id, { leads, leadsToday }]) => [id, leads, leadsToday]));
  expect(ids(whole.get(tenant.otherStep.id)?.items)).toContain(other.id);
});

test('filters all steps, and counts what matches', async () => {
  const here = await createStep(base.db, {
    companyId: tenant.companyId,
    funnelId: tenant.funnel.id,
  });
  const old = new Date('2026-01-02T12:00:00Z');
  const earlier = await put({ status: 'qualified', createdAt: old });
  const match = await put({ status: 'qualified' });
  await put({ status: 'lost' });
  const columns = await board({ filter: { statuses: ['qualified'] } });

  expect(columns.get(tenant.otherStep.id)).toMatchObject({
    leads: 2,
    isAtLeast: false,
    leadsToday: 1,
    items: [{ id: match.id }, { id: earlier.id }],
  });
  expect(columns.get(here.id)).toMatchObject({ leads: 0, leadsToday: 0, items: [] });
});

test('counts at most 1,000 of what matches, and lists more where more are asked for', async () => {
  for (let n = 0; n < 101; n += 1) await put({ status: 'lost' });
  const query = { filter: { statuses: ['lost' as const] } };
  const column = async (limit?: number) =>
    (await board({ ...query, limit })).get(tenant.otherStep.id);
  expect(await column()).toMatchObject({ leads: 101, isAtLeast: false });

  const long = await column(150);
  expect(long?.items).toHaveLength(101);
  expect(long?.nextCursor).toBeNull();

  await base.sql`
    insert into leads (company_id, id, step_id, contact_id, name, phones, segment, status, priority,
      temperature, source, medium, channel, origin)
    select company_id, gen_random_uuid(), step_id, contact_id, name, phones, segment, status,
      priority, temperature, source, medium, channel, origin
    from leads cross join generate_series(1, 900)
    where company_id = ${tenant.companyId} and id = ${long?.items[0]?.id ?? null}`;
  expect(await column()).toMatchObject({ leads: 1_000, isAtLeast: true });
});

test('searches all steps', async () => {
  const found = await put({ name: 'Ada Lovelace' });
  await put({ name: 'Grace Hopper' });
  const columns = await board({ search: ' lovel ' });

  expect(columns.get(tenant.otherStep.id)).toMatchObject({
    leads: 1,
    leadsToday: 1,
    items: [{ id: found.id }],
  });
  expect(columns.get(tenant.step.id)?.items).toEqual([]);
});

test('shows an agent with limited sight, and counts, only what they may see', async () => {
  const own = await put({ ownerId: actor.userId });
  const free = await put();
  await put({ ownerId: crypto.randomUUID() });
  const seenBy = async (sees: UserActor['sees']) => {
    const column = (await board({}, { ...actor, role: 'agent', sees })).get(tenant.otherStep.id);
    return { ids: ids(column?.items)?.sort(), leads: column?.leads };
  };

  expect(await seenBy('own')).toEqual({ ids: [own.id], leads: 1 });
  expect(await seenBy('ownAndUnassigned')).toEqual({ ids: [own.id, free.id].sort(), leads: 2 });
});

test('does not find a funnel of another company', async () => {
  await expect(board({ funnelId: foreign.funnel.id })).rejects.toThrow(NotFoundError);
});
