import { and, isNull, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { leads } from '#db/schema/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { isLead } from './lock-lead.ts';

/**
 * Marks a lead as seen by a member who works on leads. The first time counts.
 *
 * @returns `openedIn`: for the first time, the step of the lead
 * @throws NotFoundError
 */
export async function openLead(
  db: Database,
  actor: CompanyActor,
  { id }: { id: string },
): Promise<{ id: string; openedIn?: string | undefined }> {
  const [lead] = await db.select({ openedAt: leads.openedAt }).from(leads).where(isLead(actor, id));
  if (!lead) throw new NotFoundError('Lead not found');

  if (lead.openedAt) return { id };
  const [first] = await db
    .update(leads)
    .set({ openedAt: sql`now()` })
    .where(and(isLead(actor, id), isNull(leads.openedAt)))
    .returning({ stepId: leads.stepId });
  return { id, openedIn: first?.stepId };
}
