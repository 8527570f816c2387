import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { funnels, steps } from '#db/schema/funnels.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { type StepSummary, selectSteps } from '../steps/step-summary.ts';

export interface FunnelDescription {
  id: string;
  name: string;
  archivedAt: Date | null;
  leads: number;
  /** As of a step. */
  isCapped: boolean;
  /** In their order; archived steps come last. */
  steps: StepSummary[];
}

/** @throws NotFoundError */
export async function getFunnel(
  db: Database,
  actor: CompanyActor,
  { id }: { id: string },
): Promise<FunnelDescription> {
  const { companyId } = actor;
  const [[funnel], itsSteps] = await Promise.all([
    db
      .select({ id: funnels.id, name: funnels.name, archivedAt: funnels.archivedAt })
      .from(funnels)
      .where(and(eq(funnels.companyId, companyId), eq(funnels.id, id))),
    selectSteps(db, actor, eq(steps.funnelId, id)),
  ]);
  if (!funnel) throw new NotFoundError('Funnel not found');

  return {
    ...funnel,
    leads: itsSteps.reduce((sum, step) => sum + step.leads, 0),
    isCapped: itsSteps.some(({ isCapped }) => isCapped),
    steps: itsSteps,
  };
}
