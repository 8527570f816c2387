import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { funnels, steps } from '#db/schema/funnels.ts';
import { type CompanyActor, isLimited } from '../actor.ts';

export interface ReachableFunnel {
  id: string;
  name: string;
  steps: { id: string; name: string; position: number }[];
}

/**
 * Where the actor may put leads: funnels and steps that are not archived, in their order, of a
 * limited key only its own, and none of a key that may not create leads. A funnel without such a step
 * is left out.
 */
export async function listReachableFunnels(
  db: Database,
  actor: CompanyActor,
): Promise<ReachableFunnel[]> {
  if (actor.kind === 'apiKey' && !actor.permissions.includes('leads:create')) return [];

  const limits =
    actor.kind === 'apiKey' && isLimited(actor)
      ? or(inArray(funnels.id, [...actor.funnelIds]), inArray(steps.id, [...actor.stepIds]))
      : undefined;
  const rows = await db
    .select({
      funnel: { id: funnels.id, name: funnels.name },
      step: { id: steps.id, name: steps.name, position: steps.position },
    })
    .from(steps)
    .innerJoin(funnels, and(eq(funnels.companyId, steps.companyId), eq(funnels.id, steps.funnelId)))
    .where(
      and(
        eq(steps.companyId, actor.companyId),
        isNull(steps.archivedAt),
        isNull(funnels.archivedAt),
        limits,
      ),
    )
    .orderBy(asc(funnels.position), asc(funnels.id), asc(steps.position), asc(steps.id));

  const reachable = new Map<string, ReachableFunnel>();
  for (const { funnel, step } of rows) {
    const known = reachable.get(funnel.id);
    if (known) known.steps.push(step);
    else reachable.set(funnel.id, { ...funnel, steps: [step] });
  }
  return [...reachable.values()];
}
