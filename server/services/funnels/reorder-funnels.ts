import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { funnels } from '#db/schema/funnels.ts';
import type { CompanyActor } from '../actor.ts';
import { lockCompany } from '../companies/lock-company.ts';
import { checkOrder } from '../reorder.ts';
import { uuids } from '../sql.ts';

/**
 * @param input.ids all current (not archived) funnels of the company
 * @throws InvalidError, NotFoundError, ConflictError
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
      .where(and(eq(funnels.companyId, companyId), isNull(funnels.archivedAt)));
    checkOrder(
      ids,
      current.map((funnel) => funnel.id),
      'funnel',
    );

    await tx.execute(sql`
      update funnels f set position = wanted.ordinality - 1
      from unnest(${uuids(ids)}) with ordinality as wanted (id, ordinality)
      where f.company_id = ${companyId} and f.id = wanted.id`);
    return { ids };
  });
}
