import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { leads } from '#db/schema/leads.ts';
import { companyMark } from '#db/values/search.ts';
import type { CompanyActor } from '../actor.ts';
import { decodeNumbered, encodeKeyed, encodeNumbered, type NumberedPosition } from '../cursor.ts';
import { type Condition, meets } from './search-query.ts';

/** A lead, and its block of the search index or `byArrival`; `key` where texts are the order. */
export type FoundLead = Pick<NumberedPosition, 'id' | 'number'> & { key?: string | null };

export interface Scan {
  /** What leads must meet, by their columns. */
  where: SQL | undefined;
  /** The same for arrival, by ids alone. Undefined: at any time. */
  from?: SQL | undefined;
  until?: SQL | undefined;
  /** The oldest first. */
  oldestFirst?: boolean | undefined;
  /** Where the page before ended. */
  after?: FoundLead | undefined;
  limit: number;
}

/** The column is an integer. */
const maxBlock = 2_147_483_646;
/** In place of a block: found in the order of arrival alone. */
export const byArrival = maxBlock + 1;

/** @throws InvalidError for anything but a `nextCursor` of `pageOf` */
export const readCursor = (cursor: string | null | undefined): FoundLead | undefined =>
  cursor ? decodeNumbered(cursor, byArrival) : undefined;

const cursorOf = ({ key, ...last }: FoundLead) =>
  key === undefined ? encodeNumbered(last) : encodeKeyed({ key, id: last.id });

/** A page of what was found, which is one more than the limit when there is another page. */
export function pageOf(found: readonly FoundLead[], limit: number) {
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    ids: page.map(({ id }) => id),
    nextCursor: found.length > limit && last ? cursorOf(last) : null,
  };
}

/**
 * The block whose number all words of a lead begin with: `wordPrefix` in db/values/search.ts. Null for
 * a lead without words.
 */
export const blockOf = sql<number>`(
  'x' || lpad(split_part(substr((tsvector_to_array(${leads.searchWords}))[1], 5), '.', 1), 8, '0')
)::bit(32)::int`;

const directionOf = (oldestFirst: boolean) =>
  oldestFirst ? { order: sql`asc`, isPast: sql`>` } : { order: sql`desc`, isPast: sql`<` };

/** The part of a scan that the primary key answers. */
export const isWithin = (
  { companyId }: CompanyActor,
  { from, until, after, oldestFirst }: Omit<Scan, 'where' | 'limit'>,
) => {
  const { isPast } = directionOf(oldestFirst ?? false);
  return and(
    eq(leads.companyId, companyId),
    from && sql`${leads.id} >= ${from}`,
    until && sql`${leads.id} < ${until}`,
    after && sql`${leads.id} ${isPast} ${after.id}::uuid`,
  );
};

/**
 * Leads in the order of their arrival, which is that of their ids, read one by one.
 *
 * @param most only so many leads are read
 */
export async function readByArrival(
  db: Database,
  actor: CompanyActor,
  scan: Scan,
  most?: number,
): Promise<FoundLead[]> {
  const { where, oldestFirst = false, limit } = scan;
  const { order } = directionOf(oldestFirst);
  const within = isWithin(actor, scan);
  // The part of the table has its name, so that conditions are the same for both.
  const part = sql`(
    select * from leads where ${within} order by ${leads.id} ${order} limit ${most}) as leads`;
  return db.execute<FoundLead>(sql`
    select ${leads.id}, ${byArrival}::int as number
    from ${most === undefined ? sql`leads` : part}
    where ${and(within, where)}
    order by ${leads.id} ${order} limit ${limit + 1}`);
}

/** The same for leads that are few: PostgreSQL looks for these first, and then puts them in order. */
export async function readFew(
  db: Database,
  actor: CompanyActor,
  { matches, ...scan }: Scan & { matches: SQL },
): Promise<FoundLead[]> {
  const { where, oldestFirst = false, limit } = scan;
  const { order } = directionOf(oldestFirst);
  return db.execute<FoundLead>(sql`
    with few as materialized (
      select * from leads where ${eq(leads.companyId, actor.companyId)} and ${matches})
    select id, ${byArrival}::int as number from few as leads
    where ${and(isWithin(actor, scan), where)}
    order by id ${order} limit ${limit + 1}`);
}

export type BlockRange = {
  first: number;
  last: number;
  /** Whether all leads of the company have their words. */
  isComplete: boolean;
};

const lastBlockOf = (companyId: string) => sql`coalesce(
  (select block from search_blocks where company_id = ${companyId}::uuid), 0)`;

/** The blocks of a company that leads of a time may be in: a select with the columns of `BlockRange`. */
export function blockRange(
  { companyId }: CompanyActor,
  { from, until }: Pick<Scan, 'from' | 'until'> = {},
): SQL {
  const isIndexed = sql`${leads.companyId} = ${companyId}::uuid and ${leads.searchWords} <> ''`;
  const next = (end: SQL, order: SQL) => sql`(
    select ${blockOf} from leads where ${isIndexed} and ${end} order by id ${order} limit 1)`;
  return sql`
    select
      greatest(0, ${from ? next(sql`id >= ${from}`, sql`asc`) : 0}::int - 1) as first,
      least(newest.block, ${until ? next(sql`id < ${until}`, sql`desc`) : maxBlock}::int + 1)
        as last,
      not exists (
        select from leads
        where ${leads.companyId} = ${companyId}::uuid and ${leads.searchWords} is null
      ) as "isComplete"
    from (select ${lastBlockOf(companyId)} as block) newest`;
}

export async function readBlocks(
  db: Database,
  actor: CompanyActor,
  times?: Pick<Scan, 'from' | 'until'>,
): Promise<BlockRange> {
  const [range] = await db.execute<BlockRange>(blockRange(actor, times));
  return range ?? { first: 0, last: 0, isComplete: true };
}

/** What the words of a block begin with. */
export const wordsBeginOf = (companyId: string, block: SQL = sql`part.block`) =>
  sql`${companyMark(companyId)} || to_hex(${block}) || '.'`;

/** Whether a condition of the index is met, for leads that are found in another way. */
export const isMetByRow = (condition: Condition, { companyId }: CompanyActor): SQL =>
  meets(condition, wordsBeginOf(companyId, blockOf));

/**
 * A select of the leads that meet a condition of the index, the newest first unless asked otherwise. The
 * blocks of the index are read one by one until there are enough: what is common costs no more than what
 * is shown of it, and what is rare a look-up in each block.
 *
 * The subquery of a block is materialized, so that PostgreSQL does not look for its rows in the order
 * of their IDs instead, and the outer one has no order of its own, so that it ends with the limit. The
 * columns are compared outside of a subquery with an offset, so that PostgreSQL does not read the index
 * of a step as well: 600 ms for three of ten million leads.
 */
export function foundByCondition(
  { companyId }: CompanyActor,
  condition: Condition,
  { first, last }: BlockRange,
  { where, oldestFirst = false, after, limit }: Omit<Scan, 'limit'> & Partial<Scan>,
): SQL {
  const { order, isPast } = directionOf(oldestFirst);
  // A cursor may name any block: those that do not exist are not counted down.
  const start = after && Math.max(first, Math.min(last, after.number));
  const blocks = oldestFirst
    ? sql`generate_series(${start ?? first}::int, ${last}::int, 1)`
    : sql`generate_series(${start ?? last}::int, ${first}::int, -1)`;
  const isFurther = after
    ? sql`(part.block ${isPast} ${after.number}::int or leads.id ${isPast} ${after.id}::uuid)`
    : undefined;
  const most = limit === undefined ? undefined : sql`limit ${limit + 1}`;
  return sql`
    select hit.id, part.block as number
    from ${blocks} as part (block)
    cross join lateral (
      with met as materialized (
        select leads.id from (
          select * from leads
          where ${and(eq(leads.companyId, companyId), meets(condition, wordsBeginOf(companyId)))}
          offset 0
        ) as leads
        where ${and(isFurther, where) ?? sql`true`}
      )
      select id from met order by id ${order} ${most}
    ) hit
    ${most}`;
}

export const findByCondition = (
  db: Database,
  ...asked: Parameters<typeof foundByCondition>
): Promise<FoundLead[]> => db.execute<FoundLead>(foundByCondition(...asked));

/** A select of all leads in the order of their arrival, with all columns. */
export function inOrder(
  actor: CompanyActor,
  { where, oldestFirst = false, ...times }: Omit<Scan, 'limit' | 'after'>,
): SQL {
  const { order } = directionOf(oldestFirst);
  return sql`
    select * from leads where ${and(isWithin(actor, times), where)}
    order by ${leads.id} ${order} offset 0`;
}
