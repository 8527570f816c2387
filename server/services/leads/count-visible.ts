import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { steps } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';
import { sparklineDays } from '#db/values/limits.ts';
import type { UserActor } from '../actor.ts';
import { todayOf } from '../sql.ts';
import { countedDate } from './count-changes.ts';
import { isNoTest } from './lead-columns.ts';
import { isNotDeleted } from './visibility.ts';

export interface VisibleCounts {
  leads: number;
  leadsToday: number;
  lastLeadAt: Date | null;
  /** Leads created on each of the last 14 days, the oldest first. */
  days: number[];
  /** Counting ended at its bound: there may be more. */
  isCapped: boolean;
}

/** Of the leads of an agent, those that arrived last are counted. */
const maxOwn = 10_000;
/** Of each step the newest leads are looked through for some without an owner. */
const maxOfStep = 200;

const isCounted = sql`${isNoTest} and ${isNotDeleted}`;
const columns = sql`${leads.createdAt}, ${countedDate} as day`;

/** By the index of owners. */
const ownLeads = ({ companyId, userId }: UserActor) => sql`
  select own.step_id, own.created_at, own.day, true as counts,
    count(*) over () >= ${maxOwn}::int as is_cut
  from (
    select ${leads.stepId}, ${columns} from ${leads}
    where ${leads.companyId} = ${companyId} and ${leads.ownerId} = ${userId}::uuid and ${isCounted}
    order by ${leads.id} desc limit ${maxOwn}
  ) own`;

/** No index contains leads without an owner, so that intake has none to feed. */
const unassignedLeads = ({ companyId }: UserActor, isOfSteps: SQL | undefined) => sql`
  select ${steps.id}, newest.created_at, newest.day, newest.owner_id is null,
    count(*) over (partition by ${steps.id}) >= ${maxOfStep}::int
  from ${steps} cross join lateral (
    select ${leads.ownerId}, ${columns} from ${leads}
    where ${leads.companyId} = ${companyId} and ${leads.stepId} = ${steps.id} and ${isCounted}
    order by ${leads.createdAt} desc, ${leads.id} desc limit ${maxOfStep}
  ) newest
  where ${and(eq(steps.companyId, companyId), isOfSteps)}`;

const visibleLeads = (actor: UserActor, isOfSteps: SQL | undefined) =>
  actor.sees === 'own'
    ? ownLeads(actor)
    : sql`${ownLeads(actor)} union all ${unassignedLeads(actor, isOfSteps)}`;

const countWhere = (condition: SQL) =>
  sql<number>`count(*) filter (where ${condition})`.mapWith(Number);

/**
 * What an agent who does not see all leads may know of their number, by step or by funnel: the
 * counters include the leads of others. Steps and funnels without such leads are left out.
 *
 * @param stepIds only these
 */
export async function countVisibleLeads(
  db: Database,
  actor: UserActor,
  by: 'step' | 'funnel',
  stepIds?: readonly string[],
): Promise<Map<string, VisibleCounts>> {
  const { companyId } = actor;
  const isOfSteps = stepIds && inArray(steps.id, [...stepIds]);
  const ago = sql`(${todayOf(companyId)} - seen.day)`;
  const dayCounts = Array.from(
    { length: sparklineDays },
    (_, day) =>
      sql`count(*) filter (where seen.counts and ${ago} = ${sparklineDays - 1 - day}::int)`,
  );
  const group = by === 'step' ? steps.id : steps.funnelId;
  const rows = await db
    .select({
      id: group,
      leads: countWhere(sql`seen.counts`),
      leadsToday: countWhere(sql`seen.counts and ${ago} = 0`),
      lastLeadAt: sql`max(seen.created_at) filter (where seen.counts)`.mapWith(leads.createdAt),
      days: sql<number[]>`json_build_array(${sql.join(dayCounts, sql`, `)})`,
      isCapped: sql<boolean>`bool_or(seen.is_cut)`,
    })
    .from(steps)
    .innerJoin(sql`(${visibleLeads(actor, isOfSteps)}) as seen`, sql`seen.step_id = ${steps.id}`)
    .where(and(eq(steps.companyId, companyId), isOfSteps))
    .groupBy(group);

  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

export const noLeads: VisibleCounts = {
  leads: 0,
  leadsToday: 0,
  lastLeadAt: null,
  days: Array<number>(sparklineDays).fill(0),
  isCapped: false,
};
