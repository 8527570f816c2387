import { asc, eq, sql } from 'drizzle-orm';
import { announceChange } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { funnels } from '#db/schema/funnels.ts';
import type { CompanyActor } from '../actor.ts';
import { lockCompany } from '../companies/lock-company.ts';
import { completeOrder } from '../reorder.ts';
import { uuids } from '../sql.ts';

/**
 * Puts funnels in an order. Others of the company follow: they were added since the caller looked, or
 * are archived.
 *
 * @param input.ids funnels of the company
 * @throws InvalidError, NotFoundError
 */
export function reorderFunnels(
  db: Database,
  { companyId }: CompanyActor,
  { ids }: { ids: string[] },
): Promise<{ ids: string[] }> {
  return db.transaction(async (tx) => {
    await lockCompany(tx, companyId);
    const current = await tx
      .select({ id: funnels.id })
      .from(funnels)
      .where(eq(funnels.companyId, companyId))
      .orderBy(asc(funnels.position), asc(funnels.id));
    const order = completeOrder(
      ids,
      current.map((funnel) => funnel.id),
      'funnel',
    );

    await tx.execute(sql`
      update funnels f set position = wanted.ordinality - 1
      from unnest(${uuids(order)}) with ordinality as wanted (id, ordinality)
      where f.company_id = ${companyId} and f.id = wanted.id`);
    await announceChange(tx, companyId, { funnels: 'all' });
    return { ids: order };
  });
}
