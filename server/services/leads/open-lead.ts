import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { leads } from '#db/schema/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { isLead, lockLead } from './lock-lead.ts';
import { saveLeads } from './save-leads.ts';

/**
 * Marks a lead as seen by a member who works on leads. The first time counts.
 *
 * @throws NotFoundError
 */
export async function openLead(
  db: Database,
  actor: CompanyActor,
  { id }: { id: string },
): Promise<{ id: string }> {
  const [lead] = await db.select({ openedAt: leads.openedAt }).from(leads).where(isLead(actor, id));
  if (!lead) throw new NotFoundError('Lead not found');

  if (!lead.openedAt) {
    await db.transaction(async (tx) => {
      const { openedAt } = await lockLead(tx, actor, id);
      if (openedAt) return;
      await saveLeads(tx, actor, { ids: [id], set: { openedAt: sql`now()` }, events: [] });
    });
  }
  return { id };
}
