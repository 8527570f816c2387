import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { funnels, stepCounters, steps } from '#db/schema/funnels.ts';
import { sparklineDays } from '#db/values/limits.ts';
import type { CompanyActor } from '../actor.ts';
import { countVisibleLeads, noLeads } from '../leads/count-visible.ts';
import { isRestricted } from '../leads/visibility.ts';
import { todayOf } from '../sql.ts';
import { lastLead, leadCounts } from './counts.ts';

export interface FunnelSummary {
  id: string;
  name: string;
  archivedAt: Date | null;
  /** Archived steps are not counted; their leads are. */
  steps: number;
  leads: number;
  leadsToday: number;
  lastLeadAt: Date | null;
  /** Leads created on each of the last 14 days, the oldest first. */
  days: number[];
  /** There may be more leads: for agents who do not see all, counting is bounded. */
  isCapped: boolean;
}

const ownSteps = and(eq(steps.companyId, funnels.companyId), eq(steps.funnelId, funnels.id));

const liveSteps = (db: Database) =>
  db
    .select({ count: sql<number>`count(*)`.mapWith(Number).as('count') })
    .from(steps)
    .where(and(ownSteps, isNull(steps.archivedAt)))
    .as('live_steps');

const leadsByDay = (companyId: string) => sql<number[]>`(
  select json_agg(coalesce(counted.leads, 0) order by ago desc)
  from generate_series(0, ${sparklineDays - 1}::int) ago
  left join lateral (
    select sum(c.leads)::int as leads
    from ${steps} s
    join ${stepCounters} c on c.company_id = s.company_id and c.step_id = s.id
    where s.company_id = ${funnels.companyId} and s.funnel_id = ${funnels.id}
      and c.day = ${todayOf(companyId)} - ago
  ) counted on true)`;

async function countFunnels(db: Database, companyId: string) {
  const [counts] = await db
    .select({
      current: sql<number>`count(*) filter (where archived_at is null)`.mapWith(Number),
      archived: sql<number>`count(*) filter (where archived_at is not null)`.mapWith(Number),
    })
    .from(funnels)
    .where(eq(funnels.companyId, companyId));

  return counts ?? { current: 0, archived: 0 };
}

/**
 * The company's funnels in their order, current ones or archived ones, with the counts of the leads
 * that the actor sees.
 */
export async function listFunnels(
  db: Database,
  actor: CompanyActor,
  { archived }: { archived: boolean },
): Promise<{ items: FunnelSummary[]; counts: { current: number; archived: number } }> {
  const { companyId } = actor;
  const counts = leadCounts(db, companyId, ownSteps);
  const live = liveSteps(db);
  const last = lastLead(db, ownSteps);

  const [items, total, visible] = await Promise.all([
    db
      .select({
        id: funnels.id,
        name: funnels.name,
        archivedAt: funnels.archivedAt,
        steps: live.count,
        leads: counts.leads,
        leadsToday: counts.leadsToday,
        lastLeadAt: last.at,
        days: leadsByDay(companyId),
        isCapped: sql<boolean>`false`,
      })
      .from(funnels)
      .crossJoinLateral(live)
      .crossJoinLateral(counts)
      .crossJoinLateral(last)
      .where(
        and(
          eq(funnels.companyId, companyId),
          archived ? isNotNull(funnels.archivedAt) : isNull(funnels.archivedAt),
        ),
      )
      .orderBy(asc(funnels.position), asc(funnels.id)),
    countFunnels(db, companyId),
    isRestricted(actor) ? countVisibleLeads(db, actor, 'funnel') : undefined,
  ]);

  return {
    items: visible
      ? items.map((funnel) => ({ ...funnel, ...(visible.get(funnel.id) ?? noLeads) }))
      : items,
    counts: total,
  };
}
