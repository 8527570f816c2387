import { and, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { leads } from '#db/schema/leads.ts';
import { companyMark } from '#db/values/search.ts';
import type { CompanyActor } from '../actor.ts';
import { decodeNumbered, encodeNumbered } from '../cursor.ts';
import { type LeadFilter, meetsFilter } from './lead-filter.ts';
import { type Condition, meets, readSearch } from './search-query.ts';
import { isVisibleTo } from './visibility.ts';

interface Search extends IndexSearch {
  text: string;
}

interface IndexSearch {
  /** Only leads that are in this step. */
  stepId?: string | undefined;
  filter?: LeadFilter | undefined;
  /** The oldest first. */
  oldestFirst?: boolean | undefined;
  /** `nextCursor` of the page before. */
  cursor?: string | null | undefined;
  limit: number;
}

interface Found {
  ids: string[];
  nextCursor: string | null;
}

/** The column is an integer. */
const maxBlock = 2_147_483_647;
const lastBlockOf = (companyId: string) => sql`coalesce(
  (select block from search_blocks where company_id = ${companyId}::uuid), 0)`;
const wordsBeginOf = (companyId: string) =>
  sql`${companyMark(companyId)} || to_hex(part.block) || '.'`;

/** Whether a search text finds a lead, for a statement that reads all of them. */
export function isFoundBy(text: string, companyId: string): SQL {
  const condition = readSearch(text);
  if (!condition) return sql`false`;

  return sql`${leads.id} in (
    select hit.id from generate_series(${lastBlockOf(companyId)}, 0, -1) as part (block)
    cross join lateral (
      select leads.id from leads
      where leads.company_id = ${companyId}::uuid
        and ${meets(condition, wordsBeginOf(companyId))}
    ) hit)`;
}

/**
 * IDs of the leads that a search text finds, the newest first unless told otherwise.
 *
 * @throws InvalidError for the cursor
 */
export async function findLeads(
  db: Database,
  actor: CompanyActor,
  { text, ...search }: Search,
): Promise<Found> {
  const condition = readSearch(text);
  return condition ? findByCondition(db, actor, condition, search) : { ids: [], nextCursor: null };
}

/**
 * IDs of the leads that meet a condition, the newest first unless told otherwise. The blocks of the
 * index are read one by one until there are enough: a common word costs no more than what is shown of
 * it, and a rare one a look-up in each block.
 *
 * The subquery of a block is materialized, so that PostgreSQL does not look for its rows in the order
 * of their IDs instead, and the outer one has no order of its own, so that it ends with the limit.
 *
 * @throws InvalidError for the cursor
 */
export async function findByCondition(
  db: Database,
  actor: CompanyActor,
  condition: Condition,
  search: IndexSearch & { where?: SQL | undefined },
): Promise<Found> {
  const { companyId } = actor;
  const { stepId, filter = {}, where, oldestFirst = false, cursor, limit } = search;
  const after = cursor ? decodeNumbered(cursor, maxBlock) : undefined;

  const wordsBegin = wordsBeginOf(companyId);
  const lastBlock = lastBlockOf(companyId);
  const [direction, isPast] = oldestFirst ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  // A cursor may name any block: those that do not exist are not counted down.
  const start = after && sql`least(${after.number}::int, ${lastBlock})`;
  const blocks = oldestFirst
    ? sql`generate_series(${start ?? sql`0`}, ${lastBlock}, 1)`
    : sql`generate_series(${start ?? lastBlock}, 0, -1)`;
  const isFurther = after
    ? sql`and (part.block ${isPast} ${after.number}::int or leads.id ${isPast} ${after.id}::uuid)`
    : sql``;
  const found = await db.execute<{ id: string; number: number }>(sql`
    select hit.id, part.block as number
    from ${blocks} as part (block)
    cross join lateral (
      with met as materialized (
        select leads.id from leads
        where leads.company_id = ${companyId}::uuid
          and ${meets(condition, wordsBegin)}
          ${stepId ? sql`and ${leads.stepId} = ${stepId}::uuid` : sql``}
          ${isFurther}
          and ${and(isVisibleTo(actor), meetsFilter(actor, filter), where)}
      )
      select id from met order by id ${direction} limit ${limit + 1}
    ) hit
    limit ${limit + 1}`);
  const page = found.slice(0, limit);
  const last = page.at(-1);

  return {
    ids: page.map(({ id }) => id),
    nextCursor: found.length > limit && last ? encodeNumbered(last) : null,
  };
}
