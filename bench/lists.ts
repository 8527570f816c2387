import { z } from 'zod';
import { leadsPerPage } from '#db/values/limits.ts';
import { phase } from '#server/process/progress.mjs';
import { deletedLeads, type FilterValues, type Grown, rareLeads } from './grown-leads.ts';
import { panelRequest } from './panel.ts';
import { percentile } from './statistics.ts';
import type { LeadServer } from './targets.ts';
import type { Run } from './turns.ts';

const calls = 200;
const warmUps = 20;
/** A list that takes longer is given up. */
const mostMs = 90_000;
const testsSent = 60;
/** Leads of a page, and the page that is measured. */
const pageLeads = leadsPerPage;
const farPage = 20;
const mostGrowth = 1.5;

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toJSON().slice(0, 10);
const lately = { from: daysAgo(30) };
const longAgo = { from: daysAgo(350), until: daysAgo(343) };

/** How a filter of the list names each of its values. */
const filters = {
  source: ({ source }: FilterValues) => ({ sources: [source] }),
  campaign: ({ campaign }: FilterValues) => ({ campaigns: [campaign] }),
  key: ({ keyId }: FilterValues) => ({ apiKeyIds: [keyId] }),
  status: ({ status }: FilterValues) => ({ statuses: [status] }),
  priority: ({ priority }: FilterValues) => ({ priorities: [priority] }),
  owner: ({ ownerId }: FilterValues) => ({ owners: [ownerId] }),
  step: ({ stepId }: FilterValues) => ({ stepIds: [stepId] }),
  funnel: ({ funnelId }: FilterValues) => ({ funnelIds: [funnelId] }),
  phone: ({ hasPhone }: FilterValues) => ({ hasPhone }),
};

interface List {
  name: string;
  procedure: 'leads.listAll' | 'leads.board';
  input: object;
  /** Leads that the answer has. Absent where it depends on the generated leads. */
  items?: number;
}

/** Leads of a page of a list, or of the columns of a board. */
const page = z.object({ items: z.array(z.unknown()), nextCursor: z.string().nullable() });
const answer = z.object({
  result: z.object({
    data: z.union([page, z.object({ steps: z.array(page) })]),
  }),
});
const pagesOf = (text: string) => {
  const { data } = answer.parse(JSON.parse(text)).result;
  return 'steps' in data ? data.steps : [data];
};

type Send = Awaited<ReturnType<typeof panelRequest>>;

/** The cursor that the page is asked for with. */
async function cursorOf(send: Send, pageNumber: number): Promise<string> {
  let cursor: string | null = null;
  for (let read = 1; read < pageNumber; read += 1) {
    const { text } = await send('leads.listAll', { view: 'leads', cursor });
    cursor = pagesOf(text)[0]?.nextCursor ?? null;
    if (!cursor) throw new Error(`The list has ${read} pages`);
  }
  return cursor ?? '';
}

/** What is asked of a company, in an order that is the same for each. */
function listsOf({ common, rare }: Grown, cursor: string): List[] {
  const list = (name: string, input: object, items?: number): List => {
    const query = { view: 'leads', ...input };
    return {
      name,
      procedure: 'leads.listAll',
      input: query,
      ...(items !== undefined && { items }),
    };
  };
  const board = (name: string, input: object, items?: number): List => {
    const query = { funnelId: common.funnelId, ...input };
    const found = items !== undefined && { items };
    return { name: `board, ${name}`, procedure: 'leads.board', input: query, ...found };
  };

  return [
    list('list', {}, pageLeads),
    list('list, oldest first', { sort: 'oldest' }, pageLeads),
    list(`list, page ${farPage}`, { cursor }, pageLeads),
    ...Object.entries(filters).flatMap(([kind, filterOf]) => [
      list(`list by a common ${kind}`, { filter: filterOf(common) }, pageLeads),
      list(`list by a rare ${kind}`, { filter: filterOf(rare) }, rareLeads),
    ]),
    list('list without an owner', { filter: { owners: ['none'] } }, pageLeads),
    list('list of the last 30 days', { filter: lately }, pageLeads),
    list('list of a week long ago', { filter: longAgo }, pageLeads),
    list(
      'list by a common source and a rare status',
      { filter: { ...filters.source(common), ...filters.status(rare) } },
      rareLeads,
    ),
    list('list by an owner, of a week long ago', {
      filter: { ...filters.owner(common), ...longAgo },
    }),
    list('list by a source that no lead has', { filter: { sources: ['no lead'] } }, 0),
    list('list of tests', { view: 'tests' }, pageLeads),
    list('list of deleted leads', { view: 'deleted' }, Math.min(deletedLeads, pageLeads)),
    board('unfiltered', {}),
    board('by a common source', { filter: filters.source(common) }),
    board('by a rare source', { filter: filters.source(rare) }, rareLeads),
    board('by a rare status', { filter: filters.status(rare) }, rareLeads),
    board('with a search', { search: common.campaign }),
  ];
}

interface Company extends LeadServer {
  grown: Grown;
}

async function prepare({ installation, service, grown, ...product }: Company) {
  await installation.sendTests(service, testsSent);
  const send = await panelRequest({ ...product, installation, service });
  return { send, lists: listsOf(grown, await cursorOf(send, farPage)) };
}

/** @returns milliseconds of each call of each company, which take turns */
async function timeList(sides: readonly { send: Send; list: List }[]): Promise<number[][]> {
  for (const { send, list } of sides) {
    const { text } = await send(list.procedure, list.input);
    const found = pagesOf(text).reduce((sum, { items }) => sum + items.length, 0);
    if (list.items !== undefined && found !== list.items)
      throw new Error(`${found} leads instead of ${list.items}`);
  }

  const taken = sides.map(() => [] as number[]);
  const end = performance.now() + mostMs;
  for (let call = 0; call < warmUps + calls; call += 1) {
    if (performance.now() > end) throw new Error(`${calls} calls take over ${mostMs / 1_000} s`);
    for (const [side, { send, list }] of sides.entries()) {
      taken[side]?.push((await send(list.procedure, list.input)).taken);
    }
  }
  return taken.map((times) => times.slice(warmUps));
}

/**
 * Whether lists and boards slow down with the number of stored leads. Goes on after one that fails, so
 * that the report has the others.
 */
export async function measureLists({ report }: Run, few: Company, many: Company): Promise<void> {
  const [small, large] = await phase('Preparing the lists', async () => [
    await prepare(few),
    await prepare(many),
  ]);
  for (const [place, list] of small.lists.entries()) {
    const other = large.lists[place];
    if (!other) continue;
    const sides = [
      { send: small.send, list },
      { send: large.send, list: other },
    ];
    try {
      const taken = await phase(`Measuring: ${list.name}`, () => timeList(sides));
      const [below, above] = [few, many].map(({ name }, side) =>
        report.add(`${list.name}, ${name}, p95`, 'ms', [
          percentile(Float64Array.from(taken[side] ?? []).sort(), 0.95),
        ]),
      );
      if (below && above)
        report.compare(`p95 of ${list.name}, ${many.name} ÷ ${few.name}`, above, below, {
          atMost: mostGrowth,
        });
    } catch (error) {
      report.fail(`${list.name}: ${error instanceof Error ? error.message : error}`);
    }
  }
}
