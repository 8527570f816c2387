import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { companies } from '#db/schema/applications.ts';
import { funnels, steps } from '#db/schema/funnels.ts';

export interface StepAddress {
  id: string;
  name: string;
  funnel: string;
  /** Slug. */
  company: string;
  leads: number;
}

const leadsInStep = sql<number>`(
  select coalesce(sum(counted.leads), 0)::int from step_counters counted
  where counted.company_id = ${steps.companyId} and counted.step_id = ${steps.id}
)`;

/** The steps that take leads, in the order of the panel: of one company, or of all of them. */
export function listSteps(
  db: Database,
  { companyId }: { companyId?: string | undefined },
): Promise<StepAddress[]> {
  return db
    .select({
      id: steps.id,
      name: steps.name,
      funnel: funnels.name,
      company: companies.slug,
      leads: leadsInStep,
    })
    .from(steps)
    .innerJoin(funnels, and(eq(funnels.companyId, steps.companyId), eq(funnels.id, steps.funnelId)))
    .innerJoin(companies, eq(companies.id, steps.companyId))
    .where(
      and(
        isNull(steps.archivedAt),
        isNull(funnels.archivedAt),
        companyId ? eq(steps.companyId, companyId) : undefined,
      ),
    )
    .orderBy(asc(companies.slug), asc(funnels.position), asc(steps.position), asc(steps.id));
}
