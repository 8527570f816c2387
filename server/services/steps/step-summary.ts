import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { funnels, stepCounters, steps } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';
import { todayOf } from '../sql.ts';

export interface StepSummary {
  id: string;
  name: string;
  archivedAt: Date | null;
  leads: number;
  leadsToday: number;
  lastLeadAt: Date | null;
}

export interface StepDescription extends StepSummary {
  /** Of the steps of its funnel that are not archived. */
  isFirst: boolean;
  funnel: { id: string; name: string; archivedAt: Date | null };
}

const counted = (condition: SQL) =>
  sql<number>`(
    select coalesce(sum(c.leads), 0) from ${stepCounters} c
    where c.company_id = ${steps.companyId} and c.step_id = ${steps.id} and ${condition})`.mapWith(
    Number,
  );

const lastLeadAt = sql`(
  select l.created_at from ${leads} l
  where l.company_id = ${steps.companyId} and l.step_id = ${steps.id}
  order by l.created_at desc, l.id desc limit 1)`.mapWith(leads.createdAt);

const isFirst = sql<boolean>`(${steps.archivedAt} is null and not exists (
  select from steps before
  where before.company_id = ${steps.companyId} and before.funnel_id = ${steps.funnelId}
    and before.archived_at is null
    and (before.position, before.id) < (${steps.position}, ${steps.id})))`;

/** Steps of a company with their counts, in their order, archived ones last. */
export function selectSteps(
  db: Database,
  companyId: string,
  condition: SQL,
): Promise<StepDescription[]> {
  return db
    .select({
      id: steps.id,
      name: steps.name,
      archivedAt: steps.archivedAt,
      leads: counted(sql`true`),
      leadsToday: counted(sql`c.day = ${todayOf(companyId)}`),
      lastLeadAt,
      isFirst,
      funnel: { id: funnels.id, name: funnels.name, archivedAt: funnels.archivedAt },
    })
    .from(steps)
    .innerJoin(funnels, and(eq(funnels.companyId, steps.companyId), eq(funnels.id, steps.funnelId)))
    .where(and(eq(steps.companyId, companyId), condition))
    .orderBy(sql`${steps.archivedAt} is not null`, asc(steps.position), asc(steps.id));
}
