import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { leads } from '#db/schema/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { todayOf, uuids } from '../sql.ts';
import { countedDate } from './count-changes.ts';
import { buildLeadQuery, maxScanBeforeIndex, type Question } from './find-company-leads.ts';
import {
  blockRange,
  byArrival,
  type FoundLead,
  isMetByRow,
  readBlocks,
  wordsBeginOf,
} from './find-leads.ts';
import type { LeadFilter } from './lead-filter.ts';
import { meets, oneOfTerms, queryText } from './search-query.ts';

interface StepsQuery {
  stepIds: readonly string[];
  filter?: LeadFilter | undefined;
  search?: string | undefined;
  /** Of each step. */
  limit: number;
}

export type FoundInStep = FoundLead & {
  stepId: string;
  /** In the time zone of the company. */
  isOfToday: boolean;
};

const isOfToday = ({ companyId }: CompanyActor) => sql`${countedDate} = ${todayOf(companyId)}`;

const isIn = (stepIds: readonly string[]) => sql`${leads.stepId} = any(${uuids(stepIds)})`;

/** The newest of each step in a part of the table, whose leads are few enough to be put in order. */
function newestOf(
  db: Database,
  actor: CompanyActor,
  part: SQL,
  where: SQL | undefined,
  limit: number,
): Promise<FoundInStep[]> {
  return db.execute<FoundInStep>(sql`
    with part as materialized (${part})
    select step_id as "stepId", id, ${byArrival}::int as number, is_of_today as "isOfToday"
    from (
      select step_id, id, ${isOfToday(actor)} as is_of_today,
        row_number() over (partition by step_id order by id desc) as place
      from part as leads where ${where}
    ) placed
    where place <= ${limit + 1}
    order by step_id, id desc`);
}

/** The same by the key of the table, step by step. */
function readSteps(
  db: Database,
  actor: CompanyActor,
  stepIds: readonly string[],
  where: SQL | undefined,
  limit: number,
): Promise<FoundInStep[]> {
  return db.execute<FoundInStep>(sql`
    select step.id as "stepId", found.id, ${byArrival}::int as number, is_of_today as "isOfToday"
    from unnest(${uuids(stepIds)}) as step (id)
    cross join lateral (
      select leads.id, ${isOfToday(actor)} as is_of_today from leads
      where ${and(eq(leads.companyId, actor.companyId), sql`${leads.stepId} = step.id`, where)}
      order by leads.id desc limit ${limit + 1}
    ) found`);
}

/**
 * Reads the blocks of the index one by one for all steps together, and in each looks only for leads of
 * those steps that lack some: `lacks` has how many, in the order of `stepIds`. So a rare text costs what
 * it costs without steps, and a common one no more than what is shown of it.
 */
function walkBlocks(
  db: Database,
  actor: CompanyActor,
  { condition, where, from, until }: Question,
  stepIds: readonly string[],
  limit: number,
): Promise<FoundInStep[]> {
  const { companyId } = actor;
  const steps = uuids(stepIds);
  const terms = sql`${sql.param(stepIds.map((id) => queryText(oneOfTerms('step', [id]))))}::text[]`;
  const lackingTerms = sql`array_to_string(array(
    select term from unnest(${terms}, part.lacks) as step (term, lacks) where lacks > 0), ' | ')`;
  const isMet = meets(condition, wordsBeginOf(companyId, sql`next.block`), lackingTerms);
  return db.execute<FoundInStep>(sql`
    with recursive range as (${blockRange(actor, { from, until })}),
    part (block, lacks, step_ids, ids, are_of_today) as (
      select last + 1, array_fill(${limit + 1}::int, array[cardinality(${steps})]),
        null::uuid[], null::uuid[], null::boolean[]
      from range
      union all
      select next.block, found.*
      from part
      cross join lateral (select part.block - 1 as block) next
      cross join lateral (
        with met as materialized (
          select leads.step_id, leads.id, ${isOfToday(actor)} as is_of_today,
            row_number() over (partition by leads.step_id order by leads.id desc) as place
          from (
            select * from leads where ${and(eq(leads.companyId, companyId), isMet)} offset 0
          ) as leads
          where ${where}
        ), taken as materialized (
          select met.* from met
          join unnest(${steps}, part.lacks) as step (id, lacks) on step.id = met.step_id
          where place <= lacks
        )
        select
          array(
            select lacks - (select count(*)::int from taken where step_id = step.id)
            from unnest(${steps}, part.lacks) with ordinality as step (id, lacks, n) order by n),
          array_agg(step_id), array_agg(id), array_agg(is_of_today)
        from taken
      ) found
      where part.block > (select first from range) and 0 < any(part.lacks)
    )
    select taken.step_id as "stepId", taken.id, block as number, taken.is_of_today as "isOfToday"
    from part
    cross join lateral unnest(step_ids, ids, are_of_today) as taken (step_id, id, is_of_today)
    order by block desc, id desc`);
}

/**
 * The newest leads of each step that match, and one more than the limit where there are more. The order
 * and `number` are those of `findCompanyLeads` for the step alone, whose next pages it reads.
 */
export async function findInSteps(
  db: Database,
  actor: CompanyActor,
  { stepIds, filter, search, limit }: StepsQuery,
): Promise<FoundInStep[]> {
  const { stepIds: asked = [], ...rest } = filter ?? {};
  const ids = asked.length > 0 ? stepIds.filter((id) => asked.includes(id)) : stepIds;
  const question = await buildLeadQuery(db, actor, { filter: rest, search });
  if (!question || ids.length === 0) return [];

  const { companyId } = actor;
  const { searched, few, from, until } = question;
  const where = and(question.where, isIn(ids));
  if (few) {
    const part = sql`select * from leads where ${and(eq(leads.companyId, companyId), few)}`;
    const isFound = searched && isMetByRow(searched, actor);
    return newestOf(db, actor, part, and(where, isFound), limit);
  }
  if (searched) return walkBlocks(db, actor, question, ids, limit);

  const within = and(
    eq(leads.companyId, companyId),
    from && sql`${leads.id} >= ${from}`,
    until && sql`${leads.id} < ${until}`,
  );
  const newest = sql`select * from leads where ${within} order by id desc limit ${maxScanBeforeIndex}`;
  const [first, { isComplete }] = await Promise.all([
    newestOf(db, actor, newest, where, limit),
    readBlocks(db, actor),
  ]);
  const byStep = Map.groupBy(first, ({ stepId }) => stepId);
  const full = ids.filter((id) => (byStep.get(id)?.length ?? 0) > limit);
  const open = ids.filter((id) => !full.includes(id));
  if (open.length === 0) return first;

  const others = isComplete
    ? await walkBlocks(db, actor, question, open, limit)
    : await readSteps(db, actor, open, question.where, limit);
  return [...full.flatMap((id) => byStep.get(id) ?? []), ...others];
}
