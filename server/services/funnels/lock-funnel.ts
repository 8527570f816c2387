import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { funnels } from '#db/schema/funnels.ts';
import { NotFoundError } from '../errors.ts';

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
    .where(and(eq(funnels.companyId, companyId), eq(funnels.id, id)))
    .for('no key update');
  if (!funnel) throw new NotFoundError('Funnel not found');

  return funnel;
}
