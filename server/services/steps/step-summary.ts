import { and, asc, eq, exists, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { funnels, stepCounters, steps } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';
import type { LeadOutcome } from '#db/values/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { countVisibleLeads, noLeads } from '../leads/count-visible.ts';
import { isTest } from '../leads/lead-columns.ts';
import { isRestricted, isVisibleTo } from '../leads/visibility.ts';
import { todayOf } from '../sql.ts';

export interface StepSummary {
  id: string;
  name: string;
  /** Leads that are moved into it have ended so. */
  outcome: LeadOutcome | null;
  archivedAt: Date | null;
  leads: number;
  leadsToday: number;
  lastLeadAt: Date | null;
  /** There may be more leads: for agents who do not see all, counting is bounded. */
  isCapped: boolean;
}

export interface StepDescription extends StepSummary {
  /** Of the steps of its funnel that are not archived. */
  isFirst: boolean;
  /** Whether it has tests, which no count includes. */
  hasTests: boolean;
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
  where l.company_id = ${steps.companyId} and l.step_id = ${steps.id} and l.origin <> 'test'
    and l.deleted_at is null
  order by l.created_at desc, l.id desc limit 1)`.mapWith(leads.createdAt);

const isFirst = sql<boolean>`(${steps.archivedAt} is null and not exists (
  select from steps before
  where before.company_id = ${steps.companyId} and before.funnel_id = ${steps.funnelId}
    and before.archived_at is null
    and (before.position, before.id) < (${steps.position}, ${steps.id})))`;

/** Whether the actor sees tests of the step. */
const hasTests = (db: Database, actor: CompanyActor) =>
  exists(
    db
      .select({ id: leads.id })
      .from(leads)
      .where(
        and(
          eq(leads.companyId, steps.companyId),
          eq(leads.stepId, steps.id),
          isTest,
          isVisibleTo(actor),
        ),
      ),
  );

const selectCounted = (db: Database, actor: CompanyActor, condition: SQL) =>
  db
    .select({
      id: steps.id,
      name: steps.name,
      outcome: steps.outcome,
      archivedAt: steps.archivedAt,
      leads: counted(sql`true`),
      leadsToday: counted(sql`c.day = ${todayOf(actor.companyId)}`),
      lastLeadAt,
      isCapped: sql<boolean>`false`,
      isFirst,
      hasTests: sql<boolean>`${hasTests(db, actor)}`,
      funnel: { id: funnels.id, name: funnels.name, archivedAt: funnels.archivedAt },
    })
    .from(steps)
    .innerJoin(funnels, and(eq(funnels.companyId, steps.companyId), eq(funnels.id, steps.funnelId)))
    .where(and(eq(steps.companyId, actor.companyId), condition))
    .orderBy(sql`${steps.archivedAt} is not null`, asc(steps.position), asc(steps.id));

/**
 * Steps of a company with the counts of the leads that the actor sees, in their order, archived ones
 * last.
 */
export async function selectSteps(
  db: Database,
  actor: CompanyActor,
  condition: SQL,
): Promise<StepDescription[]> {
  const rows = await selectCounted(db, actor, condition);
  if (!isRestricted(actor) || rows.length === 0) return rows;

  const ids = rows.map(({ id }) => id);
  const counts = await countVisibleLeads(db, actor, 'step', ids);
  return rows.map((row) => {
    const { days: _, ...visible } = counts.get(row.id) ?? noLeads;
    return { ...row, ...visible };
  });
}
