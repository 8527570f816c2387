import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { funnels } from '#db/schema/funnels.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';

/**
 * From now on the funnel's steps take no leads. One that is archived already stays as it is.
 *
 * @throws NotFoundError
 */
export async function archiveFunnel(
  db: Database,
  { companyId }: CompanyActor,
  { id }: { id: string },
): Promise<{ id: string }> {
  const [archived] = await db
    .update(funnels)
    .set({ archivedAt: sql`coalesce(${funnels.archivedAt}, now())` })
    .where(and(eq(funnels.companyId, companyId), eq(funnels.id, id)))
    .returning({ id: funnels.id });
  if (!archived) throw new NotFoundError('Funnel not found');

  return archived;
}
