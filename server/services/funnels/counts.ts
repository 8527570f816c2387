import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { stepCounters, steps } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';
import { isNoTest } from '../leads/lead-columns.ts';
import { isNotDeleted } from '../leads/visibility.ts';
import { todayOf } from '../sql.ts';

const sumOf = (condition: SQL) =>
  sql<number>`coalesce(sum(${stepCounters.leads}) filter (where ${condition}), 0)`.mapWith(Number);

/** Lateral subquery: how many leads the company's steps hold that fit, in all and of today. */
export const leadCounts = (db: Database, companyId: string, condition: SQL | undefined) =>
  db
    .select({
      leads: sumOf(sql`true`).as('leads'),
      leadsToday: sumOf(sql`${stepCounters.day} = ${todayOf(companyId)}`).as('leads_today'),
    })
    .from(stepCounters)
    .innerJoin(
      steps,
      and(eq(steps.companyId, stepCounters.companyId), eq(steps.id, stepCounters.stepId)),
    )
    .where(condition)
    .as('lead_counts');

/** Lateral subquery: when the newest lead of the steps came, one index probe a step. */
export function lastLead(db: Database, condition: SQL | undefined) {
  const newest = db
    .select({ at: leads.createdAt })
    .from(leads)
    .where(
      and(eq(leads.companyId, steps.companyId), eq(leads.stepId, steps.id), isNoTest, isNotDeleted),
    )
    .orderBy(desc(leads.createdAt), desc(leads.id))
    .limit(1)
    .as('newest');

  return db
    .select({ at: sql`max(${newest.at})`.mapWith(leads.createdAt).as('last_lead_at') })
    .from(steps)
    .crossJoinLateral(newest)
    .where(condition)
    .as('last_lead');
}
