import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLead } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import type { FollowUpTime } from '#db/values/leads.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { getBoard } from './get-board.ts';
import { listCompanyLeads } from './list-company-leads.ts';
import { listLeads } from './list-leads.ts';

const base = withTestDatabase();

let actor: UserActor;
let tenant: FullTenant;

beforeEach(async () => {
  ({ actor, tenant } = await createTenants(base.db, 'agent'));
  await base.sql`delete from leads where id = ${tenant.lead.id}`;
});

/** Fourteen hours before UTC, and eleven after: never the same day. */
const [first, last] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
const hour = 3_600_000;

type Columns = Partial<Parameters<typeof createLead>[1]>;
const put = (name: string, columns: Columns = {}) => {
  const { companyId, stepId } = tenant;
  return createLead(base.db, { companyId, stepId, name, ownerId: actor.userId, ...columns });
};
const due = (name: string, hours: number, columns: Columns = {}) =>
  put(name, { followUpAt: new Date(Date.now() + hours * hour), ...columns });

type Query = Parameters<typeof listCompanyLeads>[2];
const list = async (query: Query, by = actor) =>
  (await listCompanyLeads(base.db, by, query)).items.map(({ name }) => name);
const overdue = { followUps: ['overdue'] satisfies FollowUpTime[] };

describe.each([
  { user: first, company: last },
  { user: null, company: first },
])('days of a user in $user, of a company in $company', ({ user, company }) => {
  const bounds: Record<string, [days: number, milliseconds: number]> = {
    'end of yesterday': [0, -1],
    'start of today': [0, 0],
    'end of today': [1, -1],
    'start of tomorrow': [1, 0],
    'end of the sixth day': [7, -1],
    'start of the seventh day': [7, 0],
  };

  test.each<[FollowUpTime[], string[]]>([
    [['overdue'], ['end of yesterday', 'start of today']],
    [['today'], ['start of today', 'end of today']],
    [['week'], ['start of today', 'end of today', 'start of tomorrow', 'end of the sixth day']],
    [['later'], ['start of the seventh day']],
    [['none'], ['without']],
    [
      ['overdue', 'later', 'none'],
      ['end of yesterday', 'start of today', 'start of the seventh day', 'without'],
    ],
  ])('begin and end by the time zone of the user: %j', async (followUps, expected) => {
    await base.sql`update users set time_zone = ${user} where id = ${actor.userId}`;
    await base.sql`update companies set time_zone = ${company} where id = ${tenant.companyId}`;
    await put('without');
    const ids = new Map<string, string>();
    for (const name of Object.keys(bounds)) ids.set(name, (await put(name)).id);

    // In one transaction, in which the time stands still.
    const found = await base.db.transaction(async (tx) => {
      for (const [name, [days, milliseconds]] of Object.entries(bounds)) {
        await tx.execute(sql`
          update leads set follow_up_at =
            (date_trunc('day', now() at time zone ${first}) + ${days}::int * interval '1 day')
              at time zone ${first} + ${milliseconds}::int * interval '1 ms'
          where company_id = ${tenant.companyId} and id = ${ids.get(name) ?? ''}`);
      }
      const { items } = await listCompanyLeads(tx, actor, { filter: { followUps } });
      return items.map(({ name }) => name);
    });

    expect(found.sort()).toEqual(expected.toSorted());
  });
});

describe('leads with an overdue follow-up', () => {
  test('are listed by arrival, page by page, in the list, in a step and on the board', async () => {
    for (let n = 0; n < 5; n += 1) await due(`Due ${n}`, -1 - n);
    await due('Planned', 1);
    await put('Without');
    const expected = ['Due 4', 'Due 3', 'Due 2', 'Due 1', 'Due 0'];

    for (const sort of ['newest', 'oldest'] as const) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const query: Query = { filter: overdue, sort, cursor, limit: 2 };
        const page = await listCompanyLeads(base.db, actor, query);
        seen.push(...page.items.map(({ name }) => name));
        cursor = page.nextCursor;
      } while (cursor);
      expect(seen).toEqual(sort === 'newest' ? expected : expected.toReversed());
    }
    const { items } = await listLeads(base.db, actor, { stepId: tenant.stepId, filter: overdue });
    expect(items.map(({ name }) => name)).toEqual(expected);
    const { steps } = await getBoard(base.db, actor, {
      funnelId: tenant.funnel.id,
      filter: overdue,
    });
    expect(steps.map(({ leads, items: cards }) => [leads, cards.length])).toEqual([
      [5, 5],
      [0, 0],
    ]);
  });

  test('are found before their words are made, but by a search', async () => {
    const { id } = await due('Ada Lovelace', -1);
    await base.sql`update leads set search_words = null where id = ${id}`;

    expect(await list({ filter: { ...overdue, statuses: ['new'] } })).toEqual(['Ada Lovelace']);
    expect(await list({ filter: overdue, search: 'ada' })).toEqual([]);
  });

  test('meet the other filters, the search and the visibility as well', async () => {
    const { companyId, colleague } = tenant;
    await due('Ada Lovelace', -1, { status: 'qualified', phones: ['5511987654321'] });
    await due('Grace Hopper', -1, { ownerId: colleague.userId, phones: ['5511912345678'] });
    await due('Ada Byron', 1);
    await due('Ada Deleted', -1, { deletedAt: new Date() });
    await createLead(base.db, { companyId, stepId: tenant.stepId, name: 'Ada Free' });

    expect(await list({ filter: overdue, search: 'ada' })).toEqual(['Ada Lovelace']);
    expect(await list({ filter: overdue, search: '98765' })).toEqual(['Ada Lovelace']);
    expect(await list({ filter: overdue, search: 'lovelace hopper' })).toEqual([]);
    expect(await list({ filter: { ...overdue, statuses: ['new'] } })).toEqual(['Grace Hopper']);
    expect(await list({ filter: { ...overdue, owners: [colleague.userId] } })).toEqual([
      'Grace Hopper',
    ]);
    expect(await list({ filter: { ...overdue, owners: ['none'] } })).toEqual([]);
    expect(await list({ filter: overdue }, { ...actor, sees: 'own' })).toEqual(['Ada Lovelace']);
    expect(await list({ filter: overdue, view: 'deleted' })).toEqual(['Ada Deleted']);
  });
});
