import { and, eq, gt, inArray, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { steps } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';
import { type LeadSort, type LeadSortKey, leadSortKeys, leadStatuses } from '#db/values/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { decodeKeyed, decodeNumbered, type KeyedPosition } from '../cursor.ts';
import {
  byArrival,
  type FoundLead,
  findByCondition,
  foundByCondition,
  inOrder,
  isMetByRow,
  isWithin,
  readBlocks,
  readByArrival,
  readCursor,
  readFew,
  type Scan,
} from './find-leads.ts';
import { lastContacts } from './last-contact.ts';
import { isNoTest, isTest } from './lead-columns.ts';
import {
  arrivalOf,
  filterCondition,
  type LeadFilter,
  meetsFilter,
  plannedFollowUps,
  withIds,
} from './lead-filter.ts';
import { type Condition, join, readSearch } from './search-query.ts';
import { plannedLeads } from './to-do.ts';
import { isDeleted, isDeletedFor, isVisibleTo, visibleCondition } from './visibility.ts';

/** Which leads of the company a list, a bulk change or an export is about. */
export interface LeadsQuery {
  filter?: (LeadFilter & { funnelIds?: string[] | undefined }) | undefined;
  /** Finds neither tests nor deleted leads. */
  search?: string | undefined;
  /** Absent: the newest first. `followUp`: the next ones first, then the newest leads without one. */
  sort?: LeadSort | undefined;
  /** Tests and deleted leads are listed by themselves only. */
  view?: 'leads' | 'tests' | 'deleted' | undefined;
}

/** Of a page. */
export interface PageQuery extends LeadsQuery {
  /** `nextCursor` of the page before. */
  cursor?: string | null | undefined;
  limit: number;
  /** Only these. */
  ids?: readonly string[] | undefined;
  /** What else a lead must meet. */
  where?: SQL | undefined;
}

/** So many of the next leads are looked through before the index is asked. */
export const maxScanBeforeIndex = 2_000;

/** The text that is searched for; undefined where there is none. */
export const searchTextOf = ({ search, view = 'leads' }: LeadsQuery): string | undefined =>
  (view === 'leads' && search?.replaceAll('\0', '').trim()) || undefined;

/**
 * The filter with the steps of its funnels in place of these, and the user in place of `me`. A step
 * must meet both.
 */
async function readFilter(
  db: Database,
  actor: CompanyActor,
  { funnelIds, ...given }: NonNullable<LeadsQuery['filter']>,
): Promise<LeadFilter | undefined> {
  const { companyId } = actor;
  const filter = withIds(actor, given);
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
 * The smallest id of a lead that arrived at a time. Ids begin with the milliseconds since 1970.
 *
 * @param hours added for clocks of processes that differ from that of the database
 */
const idAt = (time: SQL, hours: number) => sql`(
  lpad(to_hex(greatest(0, extract(epoch from ${time} + ${hours}::int * interval '1 hour') * 1000)::bigint), 12, '0')
    || repeat('0', 20))::uuid`;

export interface Question extends Pick<Scan, 'from' | 'until'> {
  /** All that a lead must meet but the search. */
  where: SQL | undefined;
  /** What the index shows of it. Undefined: nothing. */
  condition: Condition | undefined;
  /** What it shows of the search alone. */
  searched: Condition | undefined;
  /** What finds the leads without the index, where they are few. */
  few: SQL | undefined;
}

/** What a query asks of a lead. Undefined: something that none has. */
export async function buildLeadQuery(
  db: Database,
  actor: CompanyActor,
  query: LeadsQuery,
): Promise<Question | undefined> {
  const { filter: requested = {}, view = 'leads' } = query;
  const text = searchTextOf(query);
  const searched = text === undefined ? undefined : readSearch(text);
  const filter = await readFilter(db, actor, requested);
  if (!filter || (text !== undefined && !searched)) return undefined;

  const arrived = arrivalOf(actor, filter);
  const conditions = [searched, filterCondition(filter), visibleCondition(actor)];
  const known = conditions.filter((condition) => condition !== undefined);
  return {
    where: and(
      view === 'tests' ? isTest : isNoTest,
      view === 'deleted' ? isDeletedFor(actor) : isVisibleTo(actor),
      meetsFilter(actor, filter),
    ),
    condition: known.length > 0 ? join('all', known) : undefined,
    searched,
    few: plannedFollowUps(actor, filter),
    from: arrived.from && idAt(arrived.from, -1),
    until: arrived.until && idAt(arrived.until, 1),
  };
}

/** A scan that goes on by blocks where one by arrival has ended. */
function narrowed({ after, where, ...scan }: Scan): Scan {
  if (!after) return { where, ...scan };

  const id = sql`${after.id}::uuid`;
  const end = scan.oldestFirst ? { from: id } : { until: id };
  const isPast = scan.oldestFirst ? gt(leads.id, after.id) : lt(leads.id, after.id);
  return { ...scan, ...end, where: and(where, isPast) };
}

/** Beyond all blocks: the time of a follow-up, where a page ended among those. */
const plannedBase = byArrival + 1;

/**
 * Leads in the order of their follow-ups, which few have, and then the newest without one.
 *
 * @throws InvalidError for the cursor
 */
async function findByFollowUp(
  db: Database,
  actor: CompanyActor,
  query: PageQuery,
): Promise<FoundLead[]> {
  const { cursor, limit } = query;
  const after = cursor ? decodeNumbered(cursor) : undefined;
  const isBehind = after !== undefined && after.number < plannedBase;
  const others = (most: number) =>
    findCompanyLeads(db, actor, {
      ...query,
      sort: 'newest',
      cursor: isBehind ? cursor : null,
      limit: most,
      where: and(query.where, sql`${leads.followUpAt} is null`),
    });
  if (isBehind) return others(limit);

  const question = await buildLeadQuery(db, actor, query);
  if (!question) return [];
  const { searched, where } = question;
  const rows = await db.execute<FoundLead>(sql`
    select part.id, ${plannedBase}::bigint + (1000 * extract(epoch from part.time))::bigint as number
    from (${plannedLeads(actor, {
      whose: 'everyone',
      where: and(where, searched && isMetByRow(searched, actor), query.where),
      after: after && { time: new Date(after.number - plannedBase), id: after.id },
      limit: limit + 1,
    })}) part
    order by part.time, part.id`);
  const found = rows.map(({ id, number }) => ({ id, number: Number(number) }));
  if (found.length > limit) return found;
  return [...found, ...(await others(limit - found.length))];
}

/** Characters of a text that leads are sorted by. */
const keyLength = 60;

const textOfTime = (time: SQLWrapper) =>
  sql`to_char(${time} at time zone 'UTC', 'YYYYMMDDHH24MISSMS')`;

/** Texts that leads are sorted by; null comes last in both directions. */
const sortKeys: Record<LeadSortKey, SQL> = {
  name: sql`left(${leads.name}, ${keyLength}::int)`,
  status: sql`array_position(${sql.param([...leadStatuses])}::text[], ${leads.status})::text`,
  owner: sql`left(owner.name, ${keyLength}::int)`,
  source: sql`left(${leads.source}, ${keyLength}::int)`,
  followUp: textOfTime(leads.followUpAt),
  lastContact: textOfTime(sql`last_contact.at`),
};

/** Joins the names of owners. */
const ownerNames = ({ companyId }: CompanyActor) => sql`
  left join (
    select users.id, users.name from users
    join memberships member on member.user_id = users.id
    where member.company_id = ${companyId}::uuid
  ) owner on owner.id = ${leads.ownerId}`;

/** As people expect names in a list: without regard to case, and É beside E. */
const collation = sql`collate "und-x-icu"`;

/**
 * Leads in the order of a column. All that match are put in order for each page: no index has them in
 * that order, so that intake pays for none.
 *
 * @throws InvalidError for the cursor
 */
async function findByKey(
  db: Database,
  actor: CompanyActor,
  query: PageQuery,
  { key, isDown }: { key: LeadSortKey; isDown: boolean },
): Promise<FoundLead[]> {
  const { cursor, limit, ids } = query;
  const after = cursor ? decodeKeyed(cursor) : undefined;
  const order = isDown ? sql`desc` : sql`asc`;
  const isPast = isDown ? sql`<` : sql`>`;
  const isFurther = (last: KeyedPosition) =>
    last.key === null
      ? sql`key is null and id ${isPast} ${last.id}::uuid`
      : sql`key is null or (key, id) ${isPast} (${last.key}::text ${collation}, ${last.id}::uuid)`;

  return db.execute<FoundLead>(sql`
    select id, ${byArrival}::int as number, key
    from (
      select leads.id, ${sortKeys[key]} ${collation} as key
      from ${await matchingLeads(db, actor, query)}
      ${key === 'owner' ? ownerNames(actor) : sql``}
      ${key === 'lastContact' ? lastContacts(actor) : sql``}
      where ${and(eq(leads.companyId, actor.companyId), query.where, ids && inArray(leads.id, [...ids]))}
    ) matching
    where ${after ? isFurther(after) : sql`true`}
    order by key is null, key ${order}, id ${order} limit ${limit + 1}`);
}

/** The column that a query sorts by; undefined for the order of arrival. */
function sortKeyOf({ sort = 'newest' }: LeadsQuery) {
  const key = leadSortKeys.find((each) => sort === each || sort === `-${each}`);
  return key && { key, isDown: sort.startsWith('-') };
}

/**
 * The leads of a page in their order, and one more when there is another page.
 *
 * @returns what `pageOf` takes
 * @throws InvalidError for the cursor
 */
export async function findCompanyLeads(
  db: Database,
  actor: CompanyActor,
  query: PageQuery,
): Promise<FoundLead[]> {
  const { view = 'leads', sort, cursor, limit, ids } = query;
  if (sort === 'followUp' && view === 'leads' && !ids) return findByFollowUp(db, actor, query);
  const sorted = sortKeyOf(query);
  if (sorted) return findByKey(db, actor, query, sorted);
  const after = readCursor(cursor);
  const question = await buildLeadQuery(db, actor, query);
  if (!question) return [];

  const { condition, searched, few } = question;
  const where = and(question.where, query.where);
  const scan: Scan = { ...question, where, oldestFirst: sort === 'oldest', after, limit };
  const isFound = searched && isMetByRow(searched, actor);
  if (ids) {
    return readFew(db, actor, {
      ...scan,
      where: and(where, isFound),
      matches: inArray(leads.id, [...ids]),
    });
  }
  if (view === 'tests') return readFew(db, actor, { ...scan, matches: isTest });
  if (view === 'deleted') return readFew(db, actor, { ...scan, matches: isDeleted });
  if (few) return readFew(db, actor, { ...scan, where: and(where, isFound), matches: few });
  if (!condition) return readByArrival(db, actor, scan);

  const isSearch = searchTextOf(query) !== undefined;
  const hasBlock = after && after.number !== byArrival;
  if (!isSearch && !hasBlock) {
    const next = await readByArrival(db, actor, scan, maxScanBeforeIndex);
    if (next.length > limit) return next;
  }
  const bounds = hasBlock ? scan : narrowed(scan);
  const blocks = await readBlocks(db, actor, bounds);
  // Until a new version has made the words of all leads, a search finds those that have them.
  if (!blocks.isComplete && !isSearch) return readByArrival(db, actor, scan);
  return findByCondition(db, actor, condition, blocks, bounds);
}

/** What follows `from` in a statement about all leads of a query in any order, as of `allLeads`. */
async function matchingLeads(db: Database, actor: CompanyActor, query: LeadsQuery): Promise<SQL> {
  const { view = 'leads' } = query;
  const question = await buildLeadQuery(db, actor, query);
  // With the index where there is something to look for.
  if (!question || (view === 'leads' && question.condition)) return allLeads(db, actor, query);

  return sql`(select * from leads where ${and(isWithin(actor, question), question.where)}) as leads`;
}

/**
 * What follows `from` in a statement that reads all leads of a query in the order of their arrival, the
 * newest first unless the oldest are asked for. It gives the columns of `leads`, and finds the first
 * leads without reading the rest, unless these are few.
 */
export async function allLeads(db: Database, actor: CompanyActor, query: LeadsQuery): Promise<SQL> {
  const question = await buildLeadQuery(db, actor, query);
  if (!question) return sql`(select * from leads where false) as leads`;

  const { view = 'leads', sort } = query;
  const { condition, searched, few, where } = question;
  const scan = { ...question, oldestFirst: sort === 'oldest' };
  if (view === 'leads' && !few && condition) {
    const blocks = await readBlocks(db, actor, question);
    if (blocks.isComplete || searched) {
      const matches = and(eq(leads.companyId, actor.companyId), sql`${leads.id} = found.id`);
      return sql`(${foundByCondition(actor, condition, blocks, scan)}) as found
        cross join lateral (select * from leads where ${matches} offset 0) as leads`;
    }
  }
  const isFound = searched && isMetByRow(searched, actor);
  return sql`(${inOrder(actor, { ...scan, where: and(where, isFound) })}) as leads`;
}
