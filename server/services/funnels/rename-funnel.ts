import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { funnels } from '#db/schema/funnels.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';

/** @throws NotFoundError */
export async function renameFunnel(
  db: Database,
  { companyId }: CompanyActor,
  { id, name }: { id: string; name: string },
): Promise<{ id: string }> {
  const [renamed] = await db
    .update(funnels)
    .set({ name })
    .where(and(eq(funnels.companyId, companyId), eq(funnels.id, id)))
    .returning({ id: funnels.id });
  if (!renamed) throw new NotFoundError('Funnel not found');

  return renamed;
}
