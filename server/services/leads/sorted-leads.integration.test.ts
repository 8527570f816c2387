import { beforeEach, describe, expect, test } from 'vitest';
import { createLead } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { type LeadSort, leadSorts } from '#db/values/leads.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { InvalidError } from '../errors.ts';
import { countLeads } from './count-leads.ts';
import { listCompanyLeads } from './list-company-leads.ts';
import { recordCall } from './record-call.ts';
import { recordMessage } from './record-message.ts';
import { undoChange } from './undo-change.ts';

const base = withTestDatabase();

let actor: UserActor;
let tenant: FullTenant;

beforeEach(async () => {
  ({ actor, tenant } = await createTenants(base.db, 'agent'));
  await base.sql`delete from leads where id = ${tenant.lead.id}`;
});

type Columns = Partial<Parameters<typeof createLead>[1]>;
const put = (name: string, columns: Columns = {}) => {
  const { companyId, stepId } = tenant;
  return createLead(base.db, { companyId, stepId, name, ...columns });
};

type Query = Parameters<typeof listCompanyLeads>[2];
const namesOf = async (query: Query) =>
  (await listCompanyLeads(base.db, actor, query)).items.map(({ name }) => name);

/** All pages of two leads. */
async function pagesOf(query: Query): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await listCompanyLeads(base.db, actor, { ...query, cursor, limit: 2 });
    names.push(...page.items.map(({ name }) => name));
    cursor = page.nextCursor;
  } while (cursor);
  return names;
}

test('names are in the order of a dictionary, and back', async () => {
  const sorted = ['Álvaro', 'amelie', 'Émile', 'Emma', 'Zoë', 'Ода', '李'];
  for (const name of sorted.toReversed()) await put(name);

  expect(await pagesOf({ sort: 'name' })).toEqual(sorted);
  expect(await pagesOf({ sort: '-name' })).toEqual(sorted.toReversed());
  expect(await namesOf({ sort: 'name', search: 'em' })).toEqual(['Émile', 'Emma']);
});

test('each order has every lead once, page by page, those without a value last', async () => {
  const { colleague } = tenant;
  await put('New, no owner');
  await put('New, colleague', { ownerId: colleague.userId });
  await put('Lost, mine', { status: 'lost', ownerId: actor.userId, source: 'bing' });
  const followUpAt = new Date('2027-03-01T09:00:00Z');
  await put('Contacted, due', { status: 'contacted', followUpAt, ownerId: actor.userId });
  const later = new Date('2027-04-01T09:00:00Z');
  await put('New, due later', { followUpAt: later, ownerId: colleague.userId });
  await put('New, also no owner');

  for (const sort of leadSorts) {
    const pages = await pagesOf({ sort });
    expect(pages, sort).toEqual(await namesOf({ sort }));
    expect(pages.toSorted(), sort).toEqual((await namesOf({})).toSorted());
  }
  const first = async (sort: LeadSort) => (await namesOf({ sort }))[0];
  expect(await first('-status')).toBe('Lost, mine');
  expect(await first('-source')).toBe('Lost, mine');
  expect(await first('-followUp')).toBe('New, due later');
  const byOwner = (await listCompanyLeads(base.db, actor, { sort: 'owner' })).items;
  expect(byOwner.slice(-2).map(({ ownerId }) => ownerId)).toEqual([null, null]);
});

test('the last contact is the last call or message that was not taken back', async () => {
  const called = await put('Called');
  const written = await put('Written to');
  await put('Neither');
  const call = () => recordCall(base.db, actor, { id: called.id, outcome: 'noAnswer' });
  await call();
  await recordMessage(base.db, actor, { id: written.id, channel: 'email', text: 'Hello' });
  const order = ['Written to', 'Called', 'Neither'];
  expect(await pagesOf({ sort: '-lastContact' })).toEqual(order);

  const { changedAt } = await call();
  expect(await pagesOf({ sort: '-lastContact' })).toEqual(['Called', 'Written to', 'Neither']);
  await undoChange(base.db, actor, { id: called.id, at: changedAt ?? new Date(0) });
  const { items } = await listCompanyLeads(base.db, actor, { sort: '-lastContact' });
  expect(items.map(({ name }) => name)).toEqual(order);
  expect(items.map(({ lastContactAt }) => lastContactAt !== null)).toEqual([true, true, false]);
});

test('a cursor of another order is refused', async () => {
  for (const name of ['Ada', 'Grace']) await put(name);
  const { nextCursor } = await listCompanyLeads(base.db, actor, { limit: 1 });
  const inNames = listCompanyLeads(base.db, actor, { sort: 'name', cursor: nextCursor });
  await expect(inNames).rejects.toThrow(InvalidError);
});

describe('the number of leads', () => {
  test('is that of what is found, by step and by owner', async () => {
    const { stepId, otherStep } = tenant;
    await put('Ada Lovelace');
    await put('Ada Byron', { ownerId: actor.userId, stepId: otherStep.id });
    await put('Grace Hopper', { ownerId: actor.userId });

    expect(await countLeads(base.db, actor, { filter: { owners: ['me'] } })).toMatchObject({
      leads: 2,
      isAtLeast: false,
      owners: [{ id: actor.userId, leads: 2 }],
    });
    const found = await countLeads(base.db, actor, { search: 'ada' });
    expect(found.steps).toHaveLength(2);
    expect(found.steps).toContainEqual({ id: stepId, leads: 1 });
    expect(found.owners).toContainEqual({ id: null, leads: 1 });
    const none = { leads: 0, isAtLeast: false, steps: [], owners: [] };
    expect(await countLeads(base.db, actor, { search: 'none' })).toEqual(none);
  });

  test('is not counted beyond a thousand', async () => {
    const { companyId, stepId } = tenant;
    const count = () => countLeads(base.db, actor, {});
    const add = (leads: number) => base.sql`
      insert into leads (company_id, id, step_id, contact_id, name, phones, segment, status, priority,
        temperature, source, medium, channel, origin)
      select company_id, gen_random_uuid(), ${stepId}, contact_id, name, phones, segment, status,
        priority, temperature, source, medium, channel, origin
      from leads, generate_series(1, ${leads}::int)
      where company_id = ${companyId} and name = 'First'`;
    await put('First');
    await add(999);
    expect(await count()).toMatchObject({ leads: 1_000, isAtLeast: false });
    await add(1);
    expect(await count()).toMatchObject({ leads: 1_000, isAtLeast: true });
  });
});
