import { beforeEach, describe, expect, test } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { bulkLeadsMax } from '#db/values/limits.ts';
import { fillSearch } from '#server/intake/search-index.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { assignLead } from './assign-lead.ts';
import { changeLeads } from './change-leads.ts';
import { editLead } from './edit-lead.ts';
import { listCompanyLeads, listLeadIds } from './list-company-leads.ts';
import { listLeads } from './list-leads.ts';
import { moveLead } from './move-lead.ts';
import { undoLeadsChange } from './undo-leads-change.ts';
import { updateLead } from './update-lead.ts';

const base = withTestDatabase();

let actor: UserActor;
let tenant: FullTenant;

beforeEach(async () => {
  ({ actor, tenant } = await createTenants(base.db, 'agent'));
});

const firstCompany = '00000000-0000-0000-0000-000000000000';

/** 2,500 leads, of which the newest 30 and the oldest 30 are from a source of their own. */
async function putMany() {
  await base.sql`
    insert into leads (company_id, id, step_id, contact_id, name, phones, segment, status, priority,
      temperature, source, medium, channel, origin, created_at)
    select company_id, ('00000000-0001-7000-8000-' || lpad(n::text, 12, '0'))::uuid, step_id,
      contact_id, name, phones, segment, status, priority, temperature,
      case when n <= 30 or n > 2470 then 'bing' else source end, medium, channel, origin,
      timestamptz 'epoch' + n * interval '1 ms'
    from leads cross join generate_series(1, 2500) as n where id = ${tenant.lead.id}`;
  const rows = await base.sql<{ id: string }[]>`
    select id from leads where company_id = ${tenant.companyId} and source = 'bing' order by id desc`;
  return rows.map(({ id }) => id);
}

const makeWords = async () => {
  while (await fillSearch(base.sql, firstCompany));
};

describe('a rare value', () => {
  test.each(['newest', 'oldest'] as const)(
    'is found page by page, %s first, without loss or repeat, with and without the index',
    async (sort) => {
      const rare = await putMany();
      const expected = sort === 'newest' ? rare : rare.toReversed();
      for (const prepare of [async () => {}, makeWords]) {
        await prepare();
        const seen: string[] = [];
        let cursor: string | null = null;
        do {
          const page = await listCompanyLeads(base.db, actor, {
            filter: { sources: ['bing'] },
            sort,
            cursor,
            limit: 20,
          });
          seen.push(...page.items.map(({ id }) => id));
          cursor = page.nextCursor;
        } while (cursor);

        expect(seen).toEqual(expected);
      }
    },
  );

  test('is found in a step', async () => {
    const rare = await putMany();
    await makeWords();
    const filter = { sources: ['bing'] };
    const { stepId } = tenant;
    const first = await listLeads(base.db, actor, { stepId, filter, limit: 45 });
    const second = await listLeads(base.db, actor, { stepId, filter, cursor: first.nextCursor });

    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(rare);
  });
});

test('ids come in pages of as many as one change takes, without loss or repeat', async () => {
  await putMany();
  const filter = { sources: [tenant.lead.source] };
  const all = await base.sql<{ id: string }[]>`
    select id from leads
    where company_id = ${tenant.companyId} and source = ${tenant.lead.source} and origin <> 'test'
    order by id desc`;
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    const page = await listLeadIds(base.db, actor, { filter, cursor });
    pages.push(page.ids);
    cursor = page.nextCursor;
  } while (cursor);

  expect(pages.map(({ length }) => length)).toEqual([
    bulkLeadsMax,
    bulkLeadsMax,
    all.length - 2 * bulkLeadsMax,
  ]);
  expect(pages.flat()).toEqual(all.map(({ id }) => id));
});

type Filter = NonNullable<Parameters<typeof listCompanyLeads>[2]['filter']>;

/** What is done to the lead of the tenant, a filter that it meets after that, and one that it met. */
const changes: Record<string, (id: string) => Promise<readonly [Filter, Filter]>> = {
  status: async (id) => {
    await updateLead(base.db, actor, { id, status: { from: 'new', to: 'lost' } });
    return [{ statuses: ['lost'] }, { statuses: ['new'] }];
  },
  priority: async (id) => {
    await updateLead(base.db, actor, { id, priority: { from: 'medium', to: 'urgent' } });
    return [{ priorities: ['urgent'] }, { priorities: ['medium'] }];
  },
  owner: async (id) => {
    await assignLead(base.db, actor, { id, owner: { from: null, to: actor.userId } });
    return [{ owners: [actor.userId] }, { owners: ['none'] }];
  },
  'owner, to the user': async (id) => {
    await assignLead(base.db, actor, { id, owner: { from: null, to: actor.userId } });
    return [{ owners: ['me'] }, { owners: [tenant.colleague.userId] }];
  },
  step: async (id) => {
    const { stepId, otherStep } = tenant;
    await moveLead(base.db, actor, { id, step: { from: stepId, to: otherStep.id } });
    return [{ stepIds: [otherStep.id] }, { stepIds: [stepId] }];
  },
  phones: async (id) => {
    await editLead(base.db, actor, { id, phones: { from: tenant.lead.phones, to: [] } });
    return [{ hasPhone: false }, { hasPhone: true }];
  },
  'status of many': async (id) => {
    await changeLeads(base.db, actor, { ids: [id], change: { field: 'status', to: 'lost' } });
    return [{ statuses: ['lost'] }, { statuses: ['new'] }];
  },
  'owner of many': async (id) => {
    const change = { field: 'owner', to: actor.userId } as const;
    await changeLeads(base.db, actor, { ids: [id], change });
    return [{ owners: [actor.userId] }, { owners: ['none'] }];
  },
  'step of many, undone': async (id) => {
    const { stepId, otherStep } = tenant;
    const change = { field: 'step', to: otherStep.id } as const;
    const { undo } = await changeLeads(base.db, actor, { ids: [id], change });
    if (undo) await undoLeadsChange(base.db, actor, undo);
    return [{ stepIds: [stepId] }, { stepIds: [otherStep.id] }];
  },
};

describe('a lead is found at once, and by its new value only, after a change of', () => {
  test.each(Object.keys(changes))('%s', async (name) => {
    const { id } = tenant.lead;
    const [met, before] = (await changes[name]?.(id)) ?? [];
    const list = async (filter: Filter | undefined) =>
      (await listCompanyLeads(base.db, actor, { filter })).items.map((item) => item.id);

    expect(await list(met)).toContain(id);
    expect(await list(before)).not.toContain(id);
  });
});
