import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLead } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import type { LeadVisibility } from '#db/values/access.ts';
import { type ToDoSection, toDoSections } from '#db/values/leads.ts';
import { createTenants, type FullTenant, type Member } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { assignLead } from './assign-lead.ts';
import { countToDo } from './count-to-do.ts';
import { listCompanyLeads } from './list-company-leads.ts';
import { listToDo } from './list-to-do.ts';
import { planFollowUp } from './plan-follow-up.ts';
import { recordCall } from './record-call.ts';

const base = withTestDatabase();
const hour = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour);

let actor: UserActor;
let tenant: FullTenant;
let other: Member;

beforeEach(async () => {
  const tenants = await createTenants(base.db, 'agent');
  ({ actor, tenant } = tenants);
  other = await tenant.newMember('agent');
  await base.sql`delete from leads where origin <> 'test'`;
  // Another company has the same.
  const { companyId, stepId } = tenants.foreign;
  await createLead(base.db, { companyId, stepId, name: 'Foreign' });
});

type Columns = Partial<Parameters<typeof createLead>[1]>;
const put = (name: string, columns: Columns = {}) =>
  createLead(base.db, { companyId: tenant.companyId, stepId: tenant.stepId, name, ...columns });
const due = (name: string, hours: number, columns: Columns = {}) =>
  put(name, { ownerId: actor.userId, followUpAt: inHours(hours), ...columns });

const list = async (section: ToDoSection, by = actor, whose: 'mine' | 'everyone' = 'mine') =>
  (await listToDo(base.db, by, { section, whose })).items.map(({ name }) => name);
const counts = (by = actor, whose: 'mine' | 'everyone' = 'mine') =>
  countToDo(base.db, by, { whose });

test.each([
  { user: 'Pacific/Kiritimati', company: 'Pacific/Pago_Pago' },
  { user: null, company: 'Pacific/Kiritimati' },
])('days are those of the member in $user, else of the company in $company', async (zones) => {
  await base.sql`update users set time_zone = ${zones.user} where id = ${actor.userId}`;
  await base.sql`update companies set time_zone = ${zones.company} where id = ${tenant.companyId}`;
  const bounds: Record<string, [days: number, milliseconds: number]> = {
    'start of today': [0, 0],
    'end of today': [1, -1],
    'start of tomorrow': [1, 0],
    'end of tomorrow': [2, -1],
    'day after tomorrow': [2, 0],
  };
  const ids = new Map<string, string>();
  for (const name of Object.keys(bounds)) {
    ids.set(name, (await put(name, { ownerId: actor.userId })).id);
  }

  // In one transaction, in which the time stands still.
  const found = await base.db.transaction(async (tx) => {
    for (const [name, [days, milliseconds]] of Object.entries(bounds)) {
      await tx.execute(sql`
        update leads set follow_up_at =
          (date_trunc('day', now() at time zone 'Pacific/Kiritimati')
            + ${days}::int * interval '1 day') at time zone 'Pacific/Kiritimati'
            + ${milliseconds}::int * interval '1 ms'
        where company_id = ${tenant.companyId} and id = ${ids.get(name) ?? ''}`);
    }
    const sections = await Promise.all(
      toDoSections.map(async (section) => {
        const { items } = await listToDo(tx, actor, { section, whose: 'mine' });
        return [section, items.map(({ name }) => name)] as const;
      }),
    );
    return {
      sections: Object.fromEntries(sections),
      counts: await countToDo(tx, actor, { whose: 'mine' }),
    };
  });

  expect(found.sections).toEqual({
    overdue: ['start of today'],
    today: ['end of today'],
    tomorrow: ['start of tomorrow', 'end of tomorrow'],
    later: ['day after tomorrow'],
    new: [],
  });
  expect(found.counts).toMatchObject({ overdue: 1, today: 1, tomorrow: 2, later: 1, new: 0 });
});

test('a section has the earliest first, in pages without gaps', async () => {
  for (let n = 0; n < 30; n += 1) await due(`Due ${n}`, -100 + (n % 10));
  const first = await listToDo(base.db, actor, { section: 'overdue', whose: 'mine' });
  const { nextCursor: cursor } = first;
  const second = await listToDo(base.db, actor, { section: 'overdue', whose: 'mine', cursor });

  const times = [...first.items, ...second.items].map(({ followUpAt }) => followUpAt);
  expect(first.items).toHaveLength(25);
  expect(second).toMatchObject({ nextCursor: null, items: { length: 5 } });
  expect(times).toEqual(times.toSorted((one, next) => Number(one) - Number(next)));
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(30);
});

describe('new leads', () => {
  test('are those without a first contact or a follow-up, those that wait longest first', async () => {
    await put('First');
    await put('Called', { firstContactAt: new Date() });
    await put('Contacted', { status: 'contacted' });
    await put('Deleted', { deletedAt: new Date() });
    await put('Test', { origin: 'test' });
    await due('Planned', 1);
    await put('Last');

    expect(await list('new')).toEqual(['First', 'Last']);
    expect(await counts()).toMatchObject({ new: 2 });
  });

  test('are the own ones and those without an owner, as far as the agent may see them', async () => {
    await put('Free');
    await put('Own', { ownerId: actor.userId });
    await put('Taken', { ownerId: other.userId });
    const seen = (sees: LeadVisibility, whose: 'mine' | 'everyone' = 'mine') =>
      list('new', { ...actor, sees }, whose);

    expect(await seen('all')).toEqual(['Free', 'Own']);
    expect(await seen('ownAndUnassigned')).toEqual(['Free', 'Own']);
    expect(await seen('own')).toEqual(['Own']);
    expect(await seen('all', 'everyone')).toEqual(['Free', 'Own', 'Taken']);
    expect(await seen('own', 'everyone')).toEqual(['Own']);
  });

  test('are counted up to 100', async () => {
    for (let n = 0; n < 102; n += 1) await put(`Lead ${n}`);
    expect(await counts()).toMatchObject({ new: 100, overdue: 0 });
  });
});

describe('follow-ups of everyone', () => {
  test('are those of all members in one order, and only those that the agent may see', async () => {
    await due('Own', -1);
    await due('Earlier', -2, { ownerId: other.userId });

    expect(await list('overdue')).toEqual(['Own']);
    expect(await list('overdue', actor, 'everyone')).toEqual(['Earlier', 'Own']);
    expect(await list('overdue', { ...actor, sees: 'own' }, 'everyone')).toEqual(['Own']);
    expect(await counts(actor, 'everyone')).toMatchObject({ overdue: 2 });
    expect(await counts({ ...actor, sees: 'own' }, 'everyone')).toMatchObject({ overdue: 1 });
  });
});

test('says when time alone changes it next', async () => {
  const { changesIn: untilTomorrow } = await counts();
  await put('Soon', { ownerId: actor.userId, followUpAt: new Date(Date.now() + 60_000) });
  const { changesIn } = await counts();

  expect(untilTomorrow).toBeLessThanOrEqual(24 * hour);
  expect(changesIn).toBeGreaterThan(0);
  expect(changesIn).toBeLessThanOrEqual(Math.min(untilTomorrow, 60_000));
});

describe('a follow-up of a lead', () => {
  test('that was given away belongs to its new owner, who is told who planned it', async () => {
    const { id } = await put('Ada', { ownerId: actor.userId });
    await planFollowUp(base.db, actor, {
      id,
      followUpAt: { from: null, to: inHours(100).toISOString() },
    });
    await assignLead(base.db, actor, { id, owner: { from: actor.userId, to: other.userId } });

    expect(await list('later')).toEqual([]);
    const { items } = await listToDo(base.db, other, { section: 'later', whose: 'mine' });
    expect(items).toMatchObject([{ name: 'Ada', plannedBy: actor.name }]);
  });

  test('that was deleted is not due, and is again once it is restored', async () => {
    const { id } = await due('Ada', -1, { deletedAt: new Date() });
    expect(await list('overdue')).toEqual([]);
    expect(await counts()).toMatchObject({ overdue: 0 });
    await base.sql`update leads set deleted_at = null where id = ${id}`;

    expect(await list('overdue')).toEqual(['Ada']);
  });

  test('in an archived step is shown, with its last text', async () => {
    const { id } = await due('Ada', -1);
    await recordCall(base.db, actor, { id, outcome: 'spoke', text: `${'long '.repeat(50)}end` });
    await base.sql`update steps set archived_at = now() where id = ${tenant.stepId}`;

    const { items } = await listToDo(base.db, actor, { section: 'overdue', whose: 'mine' });
    expect(items).toMatchObject([{ name: 'Ada', step: { isArchived: true }, plannedBy: null }]);
    expect(items[0]?.lastText).toBe('long '.repeat(50).slice(0, 200));
  });
});

describe('a follow-up in the past', () => {
  const past = inHours(-5).toISOString();
  const plan = (id: string, from: string | null, to: string | null, by = actor) =>
    planFollowUp(base.db, by, { id, followUpAt: { from, to } });

  test('is refused', async () => {
    const { id } = await put('Ada');
    await expect(plan(id, null, past)).rejects.toThrow('Choose a time in the future');
  });

  test('comes back when its own last change is undone, by the member alone', async () => {
    const { id } = await put('Ada', { ownerId: actor.userId, followUpAt: new Date(past) });
    await plan(id, past, null);

    await expect(plan(id, null, past, other)).rejects.toThrow('Choose a time in the future');
    await expect(plan(id, null, inHours(-6).toISOString())).rejects.toThrow('in the future');
    expect(await plan(id, null, past)).toMatchObject({ followUpAt: new Date(past) });
  });

  test('ends with the call that keeps it', async () => {
    const { id } = await put('Ada', { ownerId: actor.userId, followUpAt: new Date(past) });
    await recordCall(base.db, actor, { id, outcome: 'spoke', followUpAt: null });

    expect(await list('overdue')).toEqual([]);
  });
});

describe('the list in the order of follow-ups', () => {
  const names = async (query: Parameters<typeof listCompanyLeads>[2], by = actor) => {
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await listCompanyLeads(base.db, by, {
        ...query,
        sort: 'followUp',
        cursor,
        limit: 2,
      });
      found.push(...page.items.map(({ name }) => name));
      cursor = page.nextCursor;
    }
    return found;
  };

  beforeEach(async () => {
    await put('Old');
    await due('Second', 2);
    await due('First', -2, { ownerId: other.userId });
    await due('Third', 30, { status: 'contacted' });
    await put('Newer', { ownerId: other.userId });
    await put('Newest');
  });

  test('begins with those, and goes on with the newest leads, in pages without gaps', async () => {
    expect(await names({})).toEqual(['First', 'Second', 'Third', 'Newest', 'Newer', 'Old']);
  });

  test('keeps to filter, search and what the agent may see', async () => {
    const restricted = { ...actor, sees: 'ownAndUnassigned' as const };

    expect(await names({ filter: { statuses: ['contacted'] } })).toEqual(['Third']);
    expect(await names({ search: 'new' })).toEqual(['Newest', 'Newer']);
    expect(await names({ search: 'first' })).toEqual(['First']);
    expect(await names({ filter: { followUps: ['overdue'] } })).toEqual(['First']);
    expect(await names({}, restricted)).toEqual(['Second', 'Third', 'Newest', 'Old']);
  });
});
