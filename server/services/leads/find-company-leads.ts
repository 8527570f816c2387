import { and, asc, desc, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { steps } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { decodeNumbered, encodeNumbered } from '../cursor.ts';
import { findLeads } from './find-leads.ts';
import { isNoTest, isTest } from './lead-columns.ts';
import { type LeadFilter, meetsFilter } from './lead-filter.ts';
import { isDeletedFor, isVisibleTo } from './visibility.ts';

/** Which leads of the company a list, a bulk change or an export is about. */
export interface LeadsQuery {
  filter?: (LeadFilter & { funnelIds?: string[] | undefined }) | undefined;
  /** Finds neither tests nor deleted leads. */
  search?: string | undefined;
  /** By arrival. */
  sort?: 'newest' | 'oldest' | undefined;
  /** Tests and deleted leads are listed by themselves only. */
  view?: 'leads' | 'tests' | 'deleted' | undefined;
}

/** Of a page. */
interface PageQuery extends LeadsQuery {
  /** `nextCursor` of the page before. */
  cursor?: string | null | undefined;
  limit: number;
}

/** The text that is searched for; undefined where there is none. */
export const searchTextOf = ({ search, view = 'leads' }: LeadsQuery): string | undefined =>
  (view === 'leads' && search?.replaceAll('\0', '').trim()) || undefined;

/** The filter with the steps of its funnels in place of these. A step must meet both. */
async function withSteps(
  db: Database,
  { companyId }: CompanyActor,
  { funnelIds, ...filter }: NonNullable<LeadsQuery['filter']>,
): Promise<LeadFilter | undefined> {
  if (!funnelIds || funnelIds.length === 0) return filter;

  const found = await db
    .select({ id: steps.id })
    .from(steps)
    .where(and(eq(steps.companyId, companyId), inArray(steps.funnelId, funnelIds)));
  const { stepIds = [] } = filter;
  const ids = found.map(({ id }) => id);
  const both = stepIds.length > 0 ? ids.filter((id) => stepIds.includes(id)) : ids;
  return both.length > 0 ? { ...filter, stepIds: both } : undefined;
}

/**
 * The smallest id of a lead that arrived at a time, with a day for clocks that differ. The time in an
 * id begins with 1970.
 */
const idAt = (day: string, days: number) => sql`(
  lpad(to_hex(greatest(0, extract(epoch from ${day}::date + ${days}::int) * 1000)::bigint), 12, '0')
    || repeat('0', 20))::uuid`;

/** Ids begin with the time of arrival: what is older or newer than the days is not even read. */
const isNear = ({ from, until }: LeadFilter): SQL | undefined =>
  and(
    from ? sql`${leads.id} >= ${idAt(from, -2)}` : undefined,
    until ? sql`${leads.id} < ${idAt(until, 3)}` : undefined,
  );

interface Conditions {
  /** Undefined when no lead can meet it. */
  filter: LeadFilter | undefined;
  /** Everything but the search. */
  where: SQL | undefined;
}

/** What a query asks of a lead. */
export async function conditionsOf(
  db: Database,
  actor: CompanyActor,
  { filter: requested = {}, view = 'leads' }: LeadsQuery,
): Promise<Conditions> {
  const filter = await withSteps(db, actor, requested);
  const where = and(
    eq(leads.companyId, actor.companyId),
    view === 'tests' ? isTest : isNoTest,
    view === 'deleted' ? isDeletedFor(actor) : isVisibleTo(actor),
    filter ? and(meetsFilter(actor, filter), isNear(filter)) : sql`false`,
  );
  return { filter, where };
}

/**
 * IDs of leads of the company in the order of their arrival, which is that of their ids: one scan of
 * the primary key, or of the search index for a search.
 *
 * @throws InvalidError for the cursor
 */
export async function findCompanyLeads(
  db: Database,
  actor: CompanyActor,
  query: PageQuery,
): Promise<{ ids: string[]; nextCursor: string | null }> {
  const { sort = 'newest', cursor, limit } = query;
  const oldestFirst = sort === 'oldest';
  const text = searchTextOf(query);
  const after = cursor ? decodeNumbered(cursor).id : undefined;
  const { filter, where } = await conditionsOf(db, actor, query);
  if (!filter) return { ids: [], nextCursor: null };
  if (text) return findLeads(db, actor, { text, filter, oldestFirst, cursor, limit });

  const isPast = oldestFirst ? gt : lt;
  const rows = await db
    .select({ id: leads.id })
    .from(leads)
    .where(and(where, after ? isPast(leads.id, after) : undefined))
    .orderBy(oldestFirst ? asc(leads.id) : desc(leads.id))
    .limit(limit + 1);
  const ids = rows.slice(0, limit).map(({ id }) => id);
  const last = ids.at(-1);

  return {
    ids,
    nextCursor: rows.length > limit && last ? encodeNumbered({ number: 0, id: last }) : null,
  };
}
