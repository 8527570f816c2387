import { and, eq, isNull, max } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { funnels } from '#db/schema/funnels.ts';
import { funnelsPerCompany } from '#db/values/limits.ts';
import { LimitReachedError } from '../errors.ts';

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
