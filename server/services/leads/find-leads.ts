import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { leads } from '#db/schema/leads.ts';
import { companyMark } from '#db/values/search.ts';
import { decodeNumbered, encodeNumbered } from '../cursor.ts';
import { meets, readSearch } from './search-query.ts';

interface Search {
  companyId: string;
  text: string;
  /** Only leads that are in this step. */
  stepId?: string | undefined;
  /** `nextCursor` of the page before. */
  cursor?: string | null | undefined;
  limit: number;
}

interface Found {
  ids: string[];
  nextCursor: string | null;
}

/**
 * IDs of the leads that a search text finds, the newest first. The blocks of the index are read one
 * by one until there are enough: a common word costs no more than what is shown of it, and a rare one
 * a look-up in each block.
 *
 * The subquery of a block is materialized, so that PostgreSQL does not look for its rows in the order
 * of their IDs instead, and the outer one has no order of its own, so that it ends with the limit.
 *
 * @throws InvalidError for the cursor
 */
export async function findLeads(db: Database, search: Search): Promise<Found> {
  const { companyId, text, stepId, cursor, limit } = search;
  const after = cursor ? decodeNumbered(cursor) : undefined;
  const condition = readSearch(text);
  if (!condition) return { ids: [], nextCursor: null };

  const wordsBegin = sql`${companyMark(companyId)} || to_hex(part.block) || '.'`;
  const lastBlock = sql`coalesce(
    (select block from search_blocks where company_id = ${companyId}::uuid), 0)`;
  const isFurther = after
    ? sql`and (part.block < ${after.number}::int or leads.id < ${after.id}::uuid)`
    : sql``;
  const found = await db.execute<{ id: string; number: number }>(sql`
    select hit.id, part.block as number
    from generate_series(${after ? sql`${after.number}::int` : lastBlock}, 0, -1) as part (block)
    cross join lateral (
      with met as materialized (
        select leads.id from leads
        where leads.company_id = ${companyId}::uuid
          and ${meets(condition, wordsBegin)}
          ${stepId ? sql`and ${leads.stepId} = ${stepId}::uuid` : sql``}
          ${isFurther}
      )
      select id from met order by id desc limit ${limit + 1}
    ) hit
    limit ${limit + 1}`);
  const page = found.slice(0, limit);
  const last = page.at(-1);

  return {
    ids: page.map(({ id }) => id),
    nextCursor: found.length > limit && last ? encodeNumbered(last) : null,
  };
}
