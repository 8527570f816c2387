import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { funnels, steps } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';
import { cardsPerPage, countedLeadsMax } from '#db/values/limits.ts';
import type { CompanyActor } from '../actor.ts';
import { encodeCursor } from '../cursor.ts';
import { NotFoundError } from '../errors.ts';
import { type StepSummary, selectSteps } from '../steps/step-summary.ts';
import { findDuplicates } from './duplicates.ts';
import { findCompanyLeads } from './find-company-leads.ts';
import { findInSteps } from './find-in-steps.ts';
import { pageOf } from './find-leads.ts';
import { isNoTest, leadSummaryColumns } from './lead-columns.ts';
import type { LeadFilter } from './lead-filter.ts';
import { inOrder, isNarrowed, type listLeads, withReadablePhone } from './list-leads.ts';
import { isNotDeleted, isRestricted } from './visibility.ts';

interface BoardQuery {
  funnelId: string;
  filter?: LeadFilter | undefined;
  search?: string | undefined;
  /** Leads of a step. */
  limit?: number | undefined;
  /** Only these leads. The counts are those of all. */
  ids?: readonly string[] | undefined;
}

type LeadsOfStep = Awaited<ReturnType<typeof listLeads>>;
type Unmarked = Omit<LeadsOfStep['items'][number], 'duplicates'>;
/** Before the possible duplicates of all steps are read at once. */
type PageOfStep = Pick<LeadsOfStep, 'nextCursor'> & { items: Unmarked[] };

interface Counts {
  leads: number;
  /** There may be more leads than `leads`. */
  isAtLeast: boolean;
  leadsToday: number;
}

const countsOf = ({ leads: total, leadsToday, isCapped }: StepSummary): Counts => ({
  leads: total,
  leadsToday,
  isAtLeast: isCapped,
});

export type BoardStep = Pick<StepSummary, 'id' | 'name' | 'outcome'> & Counts & LeadsOfStep;

/** What matches a filter is counted up to here: the counters only know all leads of a step. */
const mostCounted = countedLeadsMax;
const upToMost = (amount: number) => Math.min(amount, mostCounted);

const emptyStep: { counts: Counts; page: PageOfStep } = {
  counts: { leads: 0, isAtLeast: false, leadsToday: 0 },
  page: { items: [], nextCursor: null },
};

/** The leads of a step, as parts of a lateral subquery of `steps`. */
const isOfStep = and(
  eq(leads.companyId, steps.companyId),
  eq(leads.stepId, steps.id),
  isNoTest,
  isNotDeleted,
);
const newestFirst = [desc(leads.createdAt), desc(leads.id)];

async function markDuplicates(
  db: Database,
  actor: CompanyActor,
  columns: readonly (Omit<BoardStep, 'items'> & PageOfStep)[],
): Promise<BoardStep[]> {
  const ids = columns.flatMap(({ items }) => items.map(({ id }) => id));
  const marks = await findDuplicates(db, actor, ids);
  return columns.map(({ items, ...column }) => ({
    ...column,
    items: items.map((lead) => ({ ...lead, duplicates: marks.get(lead.id) ?? null })),
  }));
}

/** The first page of each step, all in one statement. */
async function listPages(
  db: Database,
  isShown: SQL | undefined,
  limit: number,
): Promise<Map<string, PageOfStep>> {
  const lead = db
    .select(leadSummaryColumns)
    .from(leads)
    .where(isOfStep)
    .orderBy(...newestFirst)
    .limit(limit + 1)
    .as('lead');
  const rows = await db
    .select({ stepId: steps.id, lead: lead._.selectedFields })
    .from(steps)
    .crossJoinLateral(lead)
    .where(isShown)
    .orderBy(asc(steps.id), desc(lead.createdAt), desc(lead.id));

  const byStep = Map.groupBy(rows, (row) => row.stepId);
  const pages = [...byStep].map(([stepId, found]): [string, PageOfStep] => {
    const items = found.slice(0, limit).map((row) => withReadablePhone(row.lead));
    const last = items.at(-1);
    return [
      stepId,
      { items, nextCursor: found.length > limit && last ? encodeCursor(last) : null },
    ];
  });
  return new Map(pages);
}

/** The first page of those leads of each step that match, and their number up to the bound. */
async function findInEachStep(
  db: Database,
  actor: CompanyActor,
  {
    stepIds,
    limit,
    ...query
  }: { stepIds: string[]; limit: number } & Pick<BoardQuery, 'filter' | 'search'>,
): Promise<Map<string, { counts: Counts; page: PageOfStep }>> {
  const most = Math.max(limit, mostCounted);
  const found = await findInSteps(db, actor, { ...query, stepIds, limit: most });
  const pages = [...Map.groupBy(found, ({ stepId }) => stepId)].map(([stepId, ofStep]) => ({
    stepId,
    ...pageOf(ofStep, limit),
    counts: {
      leads: upToMost(ofStep.length),
      isAtLeast: ofStep.length > mostCounted,
      leadsToday: upToMost(ofStep.slice(0, most).filter((lead) => lead.isOfToday).length),
    },
  }));
  const shown = pages.flatMap(({ ids }) => ids);
  const rows = await db
    .select(leadSummaryColumns)
    .from(leads)
    .where(and(eq(leads.companyId, actor.companyId), inArray(leads.id, shown)));

  return new Map(
    pages.map(({ stepId, ids, nextCursor, counts }) => {
      const items = inOrder(ids, rows).map(withReadablePhone);
      return [stepId, { counts, page: { items, nextCursor } }];
    }),
  );
}

/** Those of the named leads that match, by step. */
async function findNamed(
  db: Database,
  actor: CompanyActor,
  { ids, ...query }: Pick<BoardQuery, 'filter' | 'search'> & { ids: readonly string[] },
): Promise<Map<string, PageOfStep>> {
  const limit = ids.length;
  const found = pageOf(await findCompanyLeads(db, actor, { ...query, ids, limit }), limit);
  const rows = await db
    .select({ stepId: leads.stepId, ...leadSummaryColumns })
    .from(leads)
    .where(and(eq(leads.companyId, actor.companyId), inArray(leads.id, found.ids)));
  const byStep = Map.groupBy(inOrder(found.ids, rows), ({ stepId }) => stepId);

  return new Map(
    [...byStep].map(([stepId, items]) => [
      stepId,
      { items: items.map(({ stepId: _, ...lead }) => withReadablePhone(lead)), nextCursor: null },
    ]),
  );
}

/**
 * The steps of a funnel that are not archived, each with its newest leads that match. `nextCursor` of
 * a step is one of `listLeads` with the same filter and search.
 *
 * @throws NotFoundError for the funnel
 */
export async function getBoard(
  db: Database,
  actor: CompanyActor,
  query: BoardQuery,
): Promise<{ steps: BoardStep[] }> {
  const { companyId } = actor;
  const { funnelId, filter, search, limit = cardsPerPage, ids } = query;
  const isShown = and(
    eq(steps.companyId, companyId),
    eq(steps.funnelId, funnelId),
    isNull(steps.archivedAt),
  );
  const [[funnel], shown] = await Promise.all([
    db
      .select({ id: funnels.id })
      .from(funnels)
      .where(and(eq(funnels.companyId, companyId), eq(funnels.id, funnelId))),
    selectSteps(db, actor, isShown ?? sql`true`),
  ]);
  if (!funnel) throw new NotFoundError('Funnel not found');

  const named = ids && (await findNamed(db, actor, { filter, search, ids }));
  const isFiltered = isNarrowed(actor, query);
  if (isFiltered || (isRestricted(actor) && !named)) {
    const inSteps = shown.map(({ id }) => id);
    const parts = await findInEachStep(db, actor, {
      filter,
      search,
      stepIds: inSteps,
      limit: named ? 1 : limit,
    });
    const columns = shown.map((step) => {
      const { id, name, outcome } = step;
      const { counts, page } = parts.get(id) ?? emptyStep;
      const items = named ? (named.get(id) ?? emptyStep.page) : page;
      return { id, name, outcome, ...(isFiltered ? counts : countsOf(step)), ...items };
    });
    return { steps: await markDuplicates(db, actor, columns) };
  }

  const pages = named ?? (await listPages(db, isShown, limit));
  const columns = shown.map((step) => {
    const { id, name, outcome } = step;
    const page = pages.get(id) ?? emptyStep.page;
    return { id, name, outcome, ...countsOf(step), ...page };
  });
  return { steps: await markDuplicates(db, actor, columns) };
}
