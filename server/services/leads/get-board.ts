import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { funnels, steps } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';
import { cardsPerPage } from '#db/values/limits.ts';
import type { CompanyActor } from '../actor.ts';
import { encodeCursor } from '../cursor.ts';
import { NotFoundError } from '../errors.ts';
import { mapBounded } from '../map-bounded.ts';
import { todayOf } from '../sql.ts';
import { type StepSummary, selectSteps } from '../steps/step-summary.ts';
import { countedDay } from './count-changes.ts';
import { pageOf } from './find-leads.ts';
import { isNoTest, leadSummaryColumns } from './lead-columns.ts';
import type { LeadFilter } from './lead-filter.ts';
import {
  asksForPart,
  findInStep,
  inOrder,
  type listLeads,
  withReadablePhone,
} from './list-leads.ts';
import { isKept, isRestricted } from './visibility.ts';

interface BoardQuery {
  funnelId: string;
  /** Only these of its steps. */
  stepIds?: string[] | undefined;
  filter?: LeadFilter | undefined;
  search?: string | undefined;
  /** Leads of a step. */
  limit?: number | undefined;
}

type LeadsOfStep = Awaited<ReturnType<typeof listLeads>>;

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

export type BoardStep = Pick<StepSummary, 'id' | 'name'> & Counts & LeadsOfStep;

/** What matches a filter is counted up to here: the counters only know all leads of a step. */
const mostCounted = 99;
const upToMost = (amount: number) => Math.min(amount, mostCounted);

/** Of one board: a funnel may have 30 steps, and others need connections as well. */
const stepsAtOnce = 3;

/** The leads of a step, as parts of a lateral subquery of `steps`. */
const isOfStep = and(
  eq(leads.companyId, steps.companyId),
  eq(leads.stepId, steps.id),
  isNoTest,
  isKept,
);
const newestFirst = [desc(leads.createdAt), desc(leads.id)];

/** The first page of each step, all in one statement. */
async function listPages(
  db: Database,
  actor: CompanyActor,
  isShown: SQL | undefined,
  limit: number,
): Promise<Map<string, LeadsOfStep>> {
  const columns = leadSummaryColumns(actor);
  const lead = db
    .select({ ...columns, isPossibleDuplicate: columns.isPossibleDuplicate.as('is_duplicate') })
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
  const pages = [...byStep].map(([stepId, found]): [string, LeadsOfStep] => {
    const items = found.slice(0, limit).map((row) => withReadablePhone(row.lead));
    const last = items.at(-1);
    return [
      stepId,
      { items, nextCursor: found.length > limit && last ? encodeCursor(last) : null },
    ];
  });
  return new Map(pages);
}

/** The first page of those leads of a step that match, and their number up to the bound. */
async function findPart(
  db: Database,
  actor: CompanyActor,
  {
    stepId,
    limit,
    ...query
  }: { stepId: string; limit: number } & Pick<BoardQuery, 'filter' | 'search'>,
): Promise<{ counts: Counts; page: LeadsOfStep }> {
  const { companyId } = actor;
  const most = Math.max(limit, mostCounted);
  const found = await findInStep(db, actor, { ...query, stepId, limit: most });
  const known = found.slice(0, most).map(({ id }) => id);
  const rows = await db
    .select({
      ...leadSummaryColumns(actor),
      isOfToday: sql<boolean>`${countedDay} = ${todayOf(companyId)}::text`,
    })
    .from(leads)
    .where(and(eq(leads.companyId, companyId), inArray(leads.id, known)));
  const { ids, nextCursor } = pageOf(found, limit);

  return {
    counts: {
      leads: upToMost(found.length),
      isAtLeast: found.length > mostCounted,
      leadsToday: upToMost(rows.filter((row) => row.isOfToday).length),
    },
    page: {
      items: inOrder(ids, rows).map(({ isOfToday: _, ...row }) => withReadablePhone(row)),
      nextCursor,
    },
  };
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
  const { funnelId, stepIds, filter, search, limit = cardsPerPage } = query;
  const isShown = and(
    eq(steps.companyId, companyId),
    eq(steps.funnelId, funnelId),
    isNull(steps.archivedAt),
    stepIds && inArray(steps.id, stepIds),
  );
  const [[funnel], shown] = await Promise.all([
    db
      .select({ id: funnels.id })
      .from(funnels)
      .where(and(eq(funnels.companyId, companyId), eq(funnels.id, funnelId))),
    selectSteps(db, actor, isShown ?? sql`true`),
  ]);
  if (!funnel) throw new NotFoundError('Funnel not found');

  const isFiltered = asksForPart(actor, query);
  if (isFiltered || isRestricted(actor)) {
    const columns = await mapBounded(shown, stepsAtOnce, async (step) => {
      const { id, name } = step;
      const { counts, page } = await findPart(db, actor, { filter, search, stepId: id, limit });
      return { id, name, ...(isFiltered ? counts : countsOf(step)), ...page };
    });
    return { steps: columns };
  }

  const pages = await listPages(db, actor, isShown, limit);
  const columns = shown.map((step) => {
    const { id, name } = step;
    const page = pages.get(id) ?? { items: [], nextCursor: null };
    return { id, name, ...countsOf(step), ...page };
  });
  return { steps: columns };
}
