import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { steps } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';
import { sparklineDays } from '#db/values/limits.ts';
import type { UserActor } from '../actor.ts';
import { todayOf } from '../sql.ts';

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

const isCounted = sql`${leads.origin} <> 'test' and ${leads.deletedAt} is null`;
const columns = sql`${leads.createdAt},
  coalesce(${leads.day}, (${leads.createdAt} at time zone 'UTC')::date) as day`;

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
const unassignedLeads = ({ companyId }: UserActor) => sql`
  select ${steps.id}, newest.created_at, newest.day, newest.owner_id is null,
    count(*) over (partition by ${steps.id}) >= ${maxOfStep}::int
  from ${steps} cross join lateral (
    select ${leads.ownerId}, ${columns} from ${leads}
    where ${leads.companyId} = ${companyId} and ${leads.stepId} = ${steps.id} and ${isCounted}
    order by ${leads.createdAt} desc, ${leads.id} desc limit ${maxOfStep}
  ) newest
  where ${steps.companyId} = ${companyId}`;

const visibleLeads = (actor: UserActor) =>
  actor.sees === 'own'
    ? ownLeads(actor)
    : sql`${ownLeads(actor)} union all ${unassignedLeads(actor)}`;

const countWhere = (condition: SQL) =>
  sql<number>`count(*) filter (where ${condition})`.mapWith(Number);

/**
 * What an agent who does not see all leads may know of their number, by step or by funnel: the
 * counters include the leads of others. Steps and funnels without such leads are left out.
 */
export async function countVisibleLeads(
  db: Database,
  actor: UserActor,
  by: 'step' | 'funnel',
): Promise<Map<string, VisibleCounts>> {
  const { companyId } = actor;
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
    .innerJoin(sql`(${visibleLeads(actor)}) as seen`, sql`seen.step_id = ${steps.id}`)
    .where(eq(steps.companyId, companyId))
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
