import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { funnels, steps } from '#db/schema/funnels.ts';
import { keylessRequests } from '#db/schema/intake-log.ts';
import type { CompanyActor } from '../actor.ts';
import type { LogFilter } from './log-filter.ts';

/** Requests without a valid key by step and reason, with the first and the last day they came. */
export function listKeylessRequests(
  db: Database,
  { companyId }: CompanyActor,
  { from, until }: Pick<LogFilter, 'from' | 'until'>,
) {
  const { day, requests, reason } = keylessRequests;
  const total = sql<number>`sum(${requests})`.mapWith(Number);
  return db
    .select({
      step: { id: steps.id, name: steps.name, funnelName: funnels.name },
      reason,
      requests: total,
      firstDay: sql<string>`min(${day})`,
      lastDay: sql<string>`max(${day})`,
    })
    .from(keylessRequests)
    .innerJoin(
      steps,
      and(eq(steps.companyId, keylessRequests.companyId), eq(steps.id, keylessRequests.stepId)),
    )
    .innerJoin(funnels, and(eq(funnels.companyId, steps.companyId), eq(funnels.id, steps.funnelId)))
    .where(
      and(
        eq(keylessRequests.companyId, companyId),
        from ? sql`${day} >= ${from}::date` : undefined,
        until ? sql`${day} <= ${until}::date` : undefined,
      ),
    )
    .groupBy(steps.companyId, steps.id, funnels.companyId, funnels.id, reason)
    .orderBy(desc(total), asc(steps.id), asc(reason));
}
