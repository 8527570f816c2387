import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { memberships } from '#db/schema/applications.ts';
import type { NewLeadChoice } from '#db/values/access.ts';
import type { UserActor } from '../actor.ts';

/** Of which new leads a member wants to be told. What the member does not see is never told. */
export async function chooseNewLeads(
  db: Database,
  { companyId, userId }: UserActor,
  { newLeads }: { newLeads: NewLeadChoice },
): Promise<{ id: string }> {
  await db
    .update(memberships)
    .set({ newLeads })
    .where(and(eq(memberships.companyId, companyId), eq(memberships.userId, userId)));

  return { id: userId };
}
