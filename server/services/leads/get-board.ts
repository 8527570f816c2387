import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { funnels, steps } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';
import { leadsPerPage } from '#db/values/limits.ts';
import type { CompanyActor } from '../actor.ts';
import { encodeCursor } from '../cursor.ts';
import { NotFoundError } from '../errors.ts';
import { mapBounded } from '../map-bounded.ts';
import { todayOf } from '../sql.ts';
import { type StepSummary, selectSteps } from '../steps/step-summary.ts';
import { countedDay } from './count-changes.ts';
import { isNoTest, leadSummaryColumns } from './lead-columns.ts';
import { type LeadFilter, meetsFilter } from './lead-filter.ts';
import { listLeads, withReadablePhone } from './list-leads.ts';
import { isVisibleTo } from './visibility.ts';

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
  /** Null for a search. */
  leadsToday: number | null;
}

export type BoardStep = Pick<StepSummary, 'id' | 'name'> & Counts & LeadsOfStep;

/** What matches a filter is counted up to here: the counters only know all leads of a step. */
const mostCounted = 99;

/** Of one board: a funnel may have 30 steps, and others need connections as well. */
const searchesAtOnce = 3;

/** The visible leads of a step that match, as parts of a lateral subquery of `steps`. */
const matching = (actor: CompanyActor, filter: LeadFilter) =>
  and(
    eq(leads.companyId, steps.companyId),
    eq(leads.stepId, steps.id),
    isNoTest,
    isVisibleTo(actor),
    meetsFilter(actor, filter),
  );
const newestFirst = [desc(leads.createdAt), desc(leads.id)];

/** The first page of each step, all in one statement. */
async function listPages(
  db: Database,
  isShown: SQL | undefined,
  matches: SQL | undefined,
  limit: number,
): Promise<Map<string, LeadsOfStep>> {
  const { isPossibleDuplicate } = leadSummaryColumns;
  const lead = db
    .select({ ...leadSummaryColumns, isPossibleDuplicate: isPossibleDuplicate.as('is_duplicate') })
    .from(leads)
    .where(matches)
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

async function countMatching(
  db: Database,
  companyId: string,
  isShown: SQL | undefined,
  matches: SQL | undefined,
): Promise<Map<string, Counts>> {
  const counted = db
    .select({
      isOfToday: sql<boolean>`${countedDay} = ${todayOf(companyId)}::text`.as('is_of_today'),
    })
    .from(leads)
    .where(matches)
    .orderBy(...newestFirst)
    .limit(mostCounted + 1)
    .as('counted');
  const rows = await db
    .select({
      stepId: steps.id,
      leads: sql<number>`count(*)`.mapWith(Number),
      leadsToday: sql<number>`count(*) filter (where ${counted.isOfToday})`.mapWith(Number),
    })
    .from(steps)
    .crossJoinLateral(counted)
    .where(isShown)
    .groupBy(steps.companyId, steps.id);

  const upToMost = (amount: number) => Math.min(amount, mostCounted);
  return new Map(
    rows.map((row) => [
      row.stepId,
      {
        leads: upToMost(row.leads),
        isAtLeast: row.leads > mostCounted,
        leadsToday: upToMost(row.leadsToday),
      },
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
  const { funnelId, stepIds, filter = {}, limit = leadsPerPage } = query;
  const search = query.search?.replaceAll('\0', '').trim();
  const isShown = and(
    eq(steps.companyId, companyId),
    eq(steps.funnelId, funnelId),
    isNull(steps.archivedAt),
    stepIds && inArray(steps.id, stepIds),
  );
  const matches = matching(actor, filter);
  const isFiltered = meetsFilter(actor, filter) !== undefined;

  const [[funnel], shown, pages, counts] = await Promise.all([
    db
      .select({ id: funnels.id })
      .from(funnels)
      .where(and(eq(funnels.companyId, companyId), eq(funnels.id, funnelId))),
    selectSteps(db, actor, isShown ?? sql`true`),
    search ? undefined : listPages(db, isShown, matches, limit),
    search || !isFiltered ? undefined : countMatching(db, companyId, isShown, matches),
  ]);
  if (!funnel) throw new NotFoundError('Funnel not found');

  if (search) {
    const found = await mapBounded(shown, searchesAtOnce, async ({ id, name }) => {
      const page = await listLeads(db, actor, { stepId: id, filter, search, limit });
      const isAtLeast = page.nextCursor !== null;
      return { id, name, leads: page.items.length, isAtLeast, leadsToday: null, ...page };
    });
    return { steps: found };
  }

  const none = { leads: 0, isAtLeast: false, leadsToday: 0 };
  const columns = shown.map(({ id, name, ...all }): BoardStep => {
    const page = pages?.get(id) ?? { items: [], nextCursor: null };
    const { leads: total, leadsToday, isCapped } = all;
    const ofStep = { leads: total, isAtLeast: isCapped, leadsToday };
    const count = counts ? (counts.get(id) ?? none) : ofStep;
    return { id, name, ...count, ...page };
  });
  return { steps: columns };
}
