import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { steps } from '#db/schema/funnels.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';

/**
 * From now on the step takes no leads; those in it stay. One that is archived already stays so.
 *
 * @throws NotFoundError
 */
export async function archiveStep(
  db: Database,
  { companyId }: CompanyActor,
  { id }: { id: string },
): Promise<{ id: string }> {
  const [archived] = await db
    .update(steps)
    .set({ archivedAt: sql`coalesce(${steps.archivedAt}, now())` })
    .where(and(eq(steps.companyId, companyId), eq(steps.id, id)))
    .returning({ id: steps.id });
  if (!archived) throw new NotFoundError('Step not found');

  return archived;
}
