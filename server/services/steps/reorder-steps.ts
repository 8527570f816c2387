import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { steps } from '#db/schema/funnels.ts';
import type { CompanyActor } from '../actor.ts';
import { lockFunnel } from '../funnels/lock-funnel.ts';
import { checkOrder } from '../reorder.ts';
import { uuids } from '../sql.ts';

/**
 * @param input.ids all current (not archived) steps of the funnel
 * @throws InvalidError, NotFoundError, ConflictError
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
      .where(
        and(eq(steps.companyId, companyId), eq(steps.funnelId, funnelId), isNull(steps.archivedAt)),
      )
      .for('no key update');
    checkOrder(
      ids,
      current.map((step) => step.id),
      'step',
    );

    await tx.execute(sql`
      update steps s set position = wanted.ordinality - 1
      from unnest(${uuids(ids)}) with ordinality as wanted (id, ordinality)
      where s.company_id = ${companyId} and s.id = wanted.id`);
    return { ids };
  });
}
