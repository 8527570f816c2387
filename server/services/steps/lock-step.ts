import { and, eq, isNull, max } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { funnels, steps } from '#db/schema/funnels.ts';
import type { LeadOutcome } from '#db/values/leads.ts';
import { stepsPerFunnel } from '#db/values/limits.ts';
import { LimitReachedError, NotFoundError } from '../errors.ts';

/** A step with its funnel's name, as the audit log describes it. */
export interface LockedStep {
  id: string;
  name: string;
  outcome: LeadOutcome | null;
  archivedAt: Date | null;
  funnelId: string;
  funnel: string;
}

/** The condition that names one step. */
export const isStep = (companyId: string, id: string) =>
  and(eq(steps.companyId, companyId), eq(steps.id, id));

/**
 * A step, locked until the transaction ends. Leads may still refer to it.
 *
 * @throws NotFoundError
 */
export async function lockStep(
  tx: Transaction,
  companyId: string,
  id: string,
): Promise<LockedStep> {
  const [step] = await tx
    .select({
      id: steps.id,
      name: steps.name,
      outcome: steps.outcome,
      archivedAt: steps.archivedAt,
      funnelId: steps.funnelId,
      funnel: funnels.name,
    })
    .from(steps)
    .innerJoin(funnels, and(eq(funnels.companyId, steps.companyId), eq(funnels.id, steps.funnelId)))
    .where(isStep(companyId, id))
    .for('no key update', { of: steps });
  if (!step) throw new NotFoundError('Step not found');

  return step;
}

/**
 * Locks steps, in the order of their ids, so that two changes of the same steps do not deadlock.
 *
 * @throws NotFoundError
 */
export async function lockSteps(
  tx: Transaction,
  companyId: string,
  ids: readonly string[],
): Promise<void> {
  for (const id of [...ids].sort()) await lockStep(tx, companyId, id);
}

/**
 * The position behind the funnel's other steps. Call it under `lockFunnel`.
 *
 * @throws LimitReachedError when the funnel has as many current steps as it may have
 */
export async function nextStepPosition(
  tx: Transaction,
  companyId: string,
  funnelId: string,
): Promise<number> {
  const ofFunnel = and(eq(steps.companyId, companyId), eq(steps.funnelId, funnelId));
  const current = await tx.$count(steps, and(ofFunnel, isNull(steps.archivedAt)));
  if (current >= stepsPerFunnel) {
    throw new LimitReachedError(`A funnel can have ${stepsPerFunnel} steps. Archive some first`);
  }

  const [last] = await tx
    .select({ position: max(steps.position) })
    .from(steps)
    .where(ofFunnel);
  return (last?.position ?? -1) + 1;
}
