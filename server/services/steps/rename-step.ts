import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { steps } from '#db/schema/funnels.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';

/** @throws NotFoundError */
export async function renameStep(
  db: Database,
  { companyId }: CompanyActor,
  { id, name }: { id: string; name: string },
): Promise<{ id: string }> {
  const [renamed] = await db
    .update(steps)
    .set({ name })
    .where(and(eq(steps.companyId, companyId), eq(steps.id, id)))
    .returning({ id: steps.id });
  if (!renamed) throw new NotFoundError('Step not found');

  return renamed;
}
