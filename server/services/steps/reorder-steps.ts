import { and, asc, eq, sql } from 'drizzle-orm';
import { announceChange } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { steps } from '#db/schema/funnels.ts';
import type { CompanyActor } from '../actor.ts';
import { lockFunnel } from '../funnels/lock-funnel.ts';
import { completeOrder } from '../reorder.ts';
import { uuids } from '../sql.ts';

/**
 * Puts steps in an order. Others of the funnel follow: they were added since the caller looked, or
 * are archived.
 *
 * @param input.ids steps of the funnel
 * @throws InvalidError, NotFoundError
 */
export function reorderSteps(
  db: Database,
  { companyId }: CompanyActor,
  { funnelId, ids }: { funnelId: string; ids: string[] },
): Promise<{ ids: string[] }> {
  return db.transaction(async (tx) => {
    await lockFunnel(tx, companyId, funnelId);
    const current = await tx
      .select({ id: steps.id })
      .from(steps)
      .where(and(eq(steps.companyId, companyId), eq(steps.funnelId, funnelId)))
      .orderBy(asc(steps.position), asc(steps.id))
      .for('no key update');
    const order = completeOrder(
      ids,
      current.map((step) => step.id),
      'step',
    );

    await tx.execute(sql`
      update steps s set position = wanted.ordinality - 1
      from unnest(${uuids(order)}) with ordinality as wanted (id, ordinality)
      where s.company_id = ${companyId} and s.id = wanted.id`);
    await announceChange(tx, companyId, { funnels: [funnelId] });
    return { ids: order };
  });
}
