import { and, eq, isNull, max } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { funnels } from '#db/schema/funnels.ts';
import { funnelsPerCompany } from '#db/values/limits.ts';
import { LimitReachedError, NotFoundError } from '../errors.ts';

/** The condition that names one funnel. */
export const isFunnel = (companyId: string, id: string) =>
  and(eq(funnels.companyId, companyId), eq(funnels.id, id));

/**
 * A funnel, locked until the transaction ends. New rows may still refer to it.
 *
 * @throws NotFoundError
 */
export async function lockFunnel(
  tx: Transaction,
  companyId: string,
  id: string,
): Promise<{ id: string; name: string; archivedAt: Date | null }> {
  const [funnel] = await tx
    .select({ id: funnels.id, name: funnels.name, archivedAt: funnels.archivedAt })
    .from(funnels)
    .where(isFunnel(companyId, id))
    .for('no key update');
  if (!funnel) throw new NotFoundError('Funnel not found');

  return funnel;
}

/**
 * The position behind the company's other funnels. Call it under `lockCompany`.
 *
 * @throws LimitReachedError when the company has as many current funnels as it may have
 */
export async function nextFunnelPosition(tx: Transaction, companyId: string): Promise<number> {
  const ofCompany = eq(funnels.companyId, companyId);
  const current = await tx.$count(funnels, and(ofCompany, isNull(funnels.archivedAt)));
  if (current >= funnelsPerCompany) {
    throw new LimitReachedError(
      `A company can have ${funnelsPerCompany} funnels. Archive some first`,
    );
  }

  const [last] = await tx
    .select({ position: max(funnels.position) })
    .from(funnels)
    .where(ofCompany);
  return (last?.position ?? -1) + 1;
}
