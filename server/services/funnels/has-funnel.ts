import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { funnels } from '#db/schema/funnels.ts';
import type { ApiKeyActor } from '../actor.ts';

/** Whether the company has a funnel of this id, archived or not. */
export async function hasFunnel(
  db: Database,
  { companyId }: ApiKeyActor,
  id: string,
): Promise<boolean> {
  const found = await db
    .select({ id: funnels.id })
    .from(funnels)
    .where(and(eq(funnels.companyId, companyId), eq(funnels.id, id)));

  return found.length > 0;
}
