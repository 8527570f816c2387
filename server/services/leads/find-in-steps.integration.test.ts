import { beforeEach, expect, test } from 'vitest';
import { createStep } from '#db/factories/funnels.ts';
import { withTestDatabase } from '#db/testing.ts';
import { searchWords } from '#db/values/search.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { findInSteps } from './find-in-steps.ts';
import { pageOf } from './find-leads.ts';
import type { LeadFilter } from './lead-filter.ts';
import { listLeads } from './list-leads.ts';

const base = withTestDatabase();

let actor: UserActor;
let tenant: FullTenant;

beforeEach(async () => {
  ({ actor, tenant } = await createTenants(base.db, 'agent'));
});

interface Section {
  stepId: string;
  block: number;
  /** Of this kind, beside each other in time. */
  leads: number;
  name: string;
  source: string;
}

/** Leads of the past, the oldest part first, each with the words of its block. */
async function put(parts: readonly Section[]): Promise<void> {
  const rows = parts.flatMap(({ leads, ...part }) => Array.from({ length: leads }, () => part));
  const words = rows.map((row) =>
    searchWords({ ...row, companyId: tenant.companyId, phones: [] }, row.block),
  );
  const column = (name: 'stepId' | 'name' | 'source') => rows.map((row) => row[name]);
  await base.sql`
    insert into leads (company_id, id, step_id, contact_id, name, phones, segment, status, priority,
      temperature, source, medium, channel, origin, created_at, search_words)
    select company_id, ('00000000-0001-7000-8000-' || lpad(part.n::text, 12, '0'))::uuid,
      part.step_id, contact_id, part.name, '{}', segment, status, priority, temperature, part.source,
      medium, channel, origin, timestamptz 'epoch' + part.n * interval '1 ms', part.words::tsvector
    from leads
    cross join unnest(${column('stepId')}::uuid[], ${column('name')}::text[],
      ${column('source')}::text[], ${words}::text[]) with ordinality
      as part (step_id, name, source, words, n)
    where id = ${tenant.lead.id}`;
  await base.sql`
    insert into search_blocks (company_id, block, leads) values (${tenant.companyId}, 9, 0)
    on conflict (company_id) do update set block = 9`;
}

/** A step has few matches in each block, one has many in the newest, one in the oldest, one has none. */
async function putIntoBlocks(): Promise<string[]> {
  const { companyId, funnel, step, otherStep } = tenant;
  const [third, none] = await Promise.all(
    [1, 2].map(() => createStep(base.db, { companyId, funnelId: funnel.id })),
  );
  const [a, b, c, d] = [step.id, otherStep.id, third?.id ?? '', none?.id ?? ''];
  const ada = { name: 'Ada Lovelace', source: 'bing' };
  const grace = { name: 'Grace Hopper', source: 'api' };
  await put([
    { ...ada, stepId: c, block: 0, leads: 40 },
    { ...ada, stepId: a, block: 0, leads: 3 },
    { ...grace, stepId: d, block: 0, leads: 30 },
    { ...ada, stepId: a, block: 3, leads: 5 },
    { ...grace, stepId: b, block: 3, leads: 1_500 },
    { ...ada, stepId: a, block: 9, leads: 2 },
    { ...ada, stepId: b, block: 9, leads: 30 },
    { ...grace, stepId: b, block: 9, leads: 1_500 },
  ]);
  return [a, b, c, d];
}

const limit = 7;

/** The pages of each step: the first one for all steps together, the others as its list has them. */
async function readAll(
  stepIds: readonly string[],
  query: { search?: string; filter?: LeadFilter },
) {
  const found = await findInSteps(base.db, actor, { ...query, stepIds, limit });
  return Promise.all(
    stepIds.map(async (stepId) => {
      const first = pageOf(
        found.filter((lead) => lead.stepId === stepId),
        limit,
      );
      const ids = [...first.ids];
      let cursor = first.nextCursor;
      while (cursor) {
        const page = await listLeads(base.db, actor, { ...query, stepId, cursor, limit });
        ids.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      return ids;
    }),
  );
}

const expectedIn = (stepIds: readonly string[]) =>
  Promise.all(
    stepIds.map(async (stepId) => {
      const rows = await base.sql<{ id: string }[]>`
        select id from leads
        where company_id = ${tenant.companyId} and step_id = ${stepId} and source = 'bing'
        order by id desc`;
      return rows.map(({ id }) => id);
    }),
  );

test.each<[string, { search?: string; filter?: LeadFilter }]>([
  ['a text', { search: 'ada love' }],
  ['a filter', { filter: { sources: ['bing'] } }],
  ['both', { search: 'ada', filter: { sources: ['bing'], until: '1970-01-02' } }],
])('%s finds the leads of each step across blocks, without loss or repeat', async (_, query) => {
  const stepIds = await putIntoBlocks();
  const expected = await expectedIn(stepIds);

  expect(expected.map(({ length }) => length)).toEqual([10, 30, 40, 0]);
  expect(await readAll(stepIds, query)).toEqual(expected);
});

test('a filter finds them while leads without words remain', async () => {
  const stepIds = await putIntoBlocks();
  await base.sql`
    update leads set search_words = null where company_id = ${tenant.companyId} and source = 'bing'`;

  expect(await readAll(stepIds, { filter: { sources: ['bing'] } })).toEqual(
    await expectedIn(stepIds),
  );
});

test('reads of each step one lead more than the limit', async () => {
  const stepIds = await putIntoBlocks();
  const found = await findInSteps(base.db, actor, { stepIds, search: 'ada', limit });
  const amounts = stepIds.map((id) => found.filter(({ stepId }) => stepId === id).length);

  expect(amounts).toEqual([limit + 1, limit + 1, limit + 1, 0]);
});

test('a filter by steps leaves the others empty', async () => {
  const [a = '', b = ''] = await putIntoBlocks();
  const query = { search: 'ada', filter: { stepIds: [b] } };
  const found = await findInSteps(base.db, actor, { ...query, stepIds: [a, b], limit });

  expect(new Set(found.map(({ stepId }) => stepId))).toEqual(new Set([b]));
  const none = { ...query, stepIds: [a], limit };
  expect(await findInSteps(base.db, actor, none)).toEqual([]);
});
