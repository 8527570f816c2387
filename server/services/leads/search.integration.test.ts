import { beforeEach, describe, expect, test } from 'vitest';
import { createLead } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { searchWords } from '#db/values/search.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { encodeNumbered } from '../cursor.ts';
import { InvalidError, NotFoundError } from '../errors.ts';
import { listLeads } from './list-leads.ts';
import { moveLead } from './move-lead.ts';
import { searchLeads } from './search-leads.ts';

const base = withTestDatabase();

let actor: UserActor;
let tenant: FullTenant;
let foreign: FullTenant;

beforeEach(async () => {
  ({ actor, tenant, foreign } = await createTenants(base.db, 'agent'));
});

const put = (overrides: Partial<Parameters<typeof createLead>[1]> = {}) =>
  createLead(base.db, {
    companyId: tenant.companyId,
    stepId: tenant.otherStep.id,
    name: 'Ada',
    phones: [],
    ...overrides,
  });
const inStep = (search: string, cursor?: string | null) =>
  listLeads(base.db, actor, { stepId: tenant.otherStep.id, search, cursor, limit: 2 });
const everywhere = (text: string, cursor?: string | null) =>
  searchLeads(base.db, actor, { text, cursor });
const names = (page: { items: readonly { name: string }[] }) =>
  page.items.map(({ name }) => name).sort();

const people = [
  { name: 'João da Silva', email: 'joao.silva@example.com', campaignName: 'Primavera 2026' },
  { name: 'Zoë Ünal 🙂', phones: ['5521912345678'] },
  { name: 'Łukasz Weiß', phones: ['447700900123', '49301234567'] },
  { name: 'Save 50% now' },
  { name: 'a_b' },
  { name: 'axb' },
  { name: '王小明', email: 'wang-1905@example.org' },
  { name: 'مَريم الخطيب' },
  { name: 'O’Brien' },
  { name: 'Dupont', campaignName: 'Açaí & Café' },
];

describe('finds leads', () => {
  test.each([
    ['joao', ['João da Silva']],
    ['JOÃO', ['João da Silva']],
    ['silva joão', ['João da Silva']],
    ['sil jo', ['João da Silva']],
    ['joao.silva@example.com', ['João da Silva']],
    ['silva@example', ['João da Silva']],
    ['joao.silva@exam', ['João da Silva']],
    ['joao.sil@example', []],
    ['primavera', ['João da Silva']],
    ['silva 2026', ['João da Silva']],
    ['cafe acai', ['Dupont']],
    ['ZOE UNAL', ['Zoë Ünal 🙂']],
    ['🙂', []],
    ['lukasz weiss', ['Łukasz Weiß']],
    ['Łukasz Weiß', ['Łukasz Weiß']],
    ['王', ['王小明']],
    ['1905', ['王小明']],
    ['مريم', ['مَريم الخطيب']],
    ['o’brien', ['O’Brien']],
    ['50%', ['Save 50% now']],
    ['%', []],
    ['a_b', ['a_b']],
    ["'a' | 'x':*", []],
    ['(21) 91234', ['Zoë Ünal 🙂']],
    ['+55 21 9', ['Zoë Ünal 🙂']],
    ['21912345678', ['Zoë Ünal 🙂']],
    ['21 91234-5678', ['Zoë Ünal 🙂']],
    ['zoe +55 (21) 91234', ['Zoë Ünal 🙂']],
    ['678', ['Zoë Ünal 🙂']],
    ['0049 30', ['Łukasz Weiß']],
    ['030 1234', ['Łukasz Weiß']],
    ['900123 lukasz', ['Łukasz Weiß']],
    ['552 678', ['Zoë Ünal 🙂']],
    ['5522', []],
    ['21', []],
    ['joao zoe', []],
    ['unmatched', []],
  ])('by %j', async (text, expected) => {
    for (const person of people) await put(person);

    expect(names(await everywhere(text))).toEqual(expected.toSorted());
    expect(names(await inStep(text))).toEqual(expected.toSorted());
  });

  test('whose phone has three digits in a row of the searched ones, only if it has all of them', async () => {
    await put({ name: 'right', phones: ['4930123456'] });
    await put({ name: 'wrong', phones: ['4930199234', '4934561230'] });

    expect(names(await everywhere('0123456'))).toEqual(['right']);
  });

  test.each(['4917612345678', '491761234567'])(
    'by each part of the phone number %s',
    async (phone) => {
      await put({ phones: [phone] });
      const parts = Array.from(phone, (_, start) =>
        Array.from(phone, (_, end) => phone.slice(start, end + 1)).filter(
          ({ length }) => length > 2,
        ),
      ).flat();

      const found = await Promise.all(parts.map((part) => everywhere(part)));
      expect(parts.filter((_, n) => found[n]?.items.length !== 1)).toEqual([]);
    },
  );

  test('in all steps of the company, also after a move, and in no other company', async () => {
    const lead = await put({ name: 'Grace Hopper', phones: ['15551234567'] });
    await createLead(base.db, {
      companyId: foreign.companyId,
      stepId: foreign.step.id,
      name: 'Grace Hopper',
    });
    const move = { from: lead.stepId, to: tenant.step.id };
    await moveLead(base.db, actor, { id: lead.id, step: move });

    expect((await everywhere('hopper 1234')).items).toMatchObject([
      {
        id: lead.id,
        phones: ['+1 555 123 4567'],
        status: 'new',
        step: { id: tenant.step.id, name: tenant.step.name },
        funnel: { id: tenant.funnel.id, name: tenant.funnel.name },
      },
    ]);
    expect((await everywhere('grace')).items).toHaveLength(1);
    expect((await inStep('hopper')).items).toEqual([]);
  });
});

/** 26 leads, the newest in the newest of these blocks. */
async function putIntoBlocks() {
  const { companyId } = tenant;
  const blocks = [0, 0, 0, 0, 0, 2, 2, 2, 2, ...Array.from({ length: 17 }, () => 30)];
  const stored = [];
  for (const block of blocks) {
    const words = searchWords(
      { companyId, stepId: tenant.otherStep.id, source: 'api', name: 'Ada', phones: [] },
      block,
    );
    stored.push(await put({ searchWords: words }));
  }
  await base.sql`
    insert into search_blocks (company_id, block, leads) values (${companyId}, 31, 0)`;
  return stored.map(({ id }) => id).reverse();
}

describe('pages', () => {
  test('are the newest first, across blocks of the index, without loss or repeat', async () => {
    const expected = await putIntoBlocks();
    const first = await everywhere('ada');
    await put({ name: 'Ada', createdAt: new Date(0) });
    const second = await everywhere('ada', first.nextCursor);

    expect(first.items).toHaveLength(20);
    expect(second.nextCursor).toBeNull();
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(ids.filter((id) => expected.includes(id))).toEqual(expected);
  });

  test('of a step are the same', async () => {
    const expected = await putIntoBlocks();
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await inStep('ada', cursor);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);

    expect(seen).toEqual(expected);
  });

  test('a made-up cursor and a step of another company are refused', async () => {
    await expect(everywhere('ada', 'made up')).rejects.toThrow(InvalidError);
    const far = encodeNumbered({ number: 2_000_000_000, id: tenant.lead.id });
    expect((await everywhere('ada', far)).items).toEqual([]);
    await expect(
      listLeads(base.db, actor, { stepId: foreign.step.id, search: 'ada' }),
    ).rejects.toThrow(NotFoundError);
  });
});
