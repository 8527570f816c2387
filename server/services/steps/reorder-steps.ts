import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { CompanyActor } from '../actor.ts';
import { getFunnel } from '../funnels/get-funnel.ts';
import { checkOrder } from '../reorder.ts';
import { uuids } from '../sql.ts';

/**
 * @param input.ids all current (not archived) steps of the funnel
 * @throws InvalidError, NotFoundError, ConflictError
 */
export async function reorderSteps(
  db: Database,
  actor: CompanyActor,
  { funnelId, ids }: { funnelId: string; ids: string[] },
): Promise<{ ids: string[] }> {
  const { steps } = await getFunnel(db, actor, { id: funnelId });
  const current = steps.filter((step) => !step.archivedAt).map((step) => step.id);
  checkOrder(ids, current, 'step');

  await db.execute(sql`
    update steps s set position = wanted.ordinality - 1
    from unnest(${uuids(ids)}) with ordinality as wanted (id, ordinality)
    where s.company_id = ${actor.companyId} and s.funnel_id = ${funnelId} and s.id = wanted.id`);

  return { ids };
}
