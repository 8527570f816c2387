import { and, desc, eq } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { leadEvents } from '#db/schema/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { InvalidError } from '../errors.ts';
import type { lockLead } from './lock-lead.ts';
import { saveLeads } from './save-leads.ts';

/** A form may have been open for a while. */
const toleranceMs = 60_000;

/** Whether the last change of the follow-up was the actor's, and replaced that time: an undo. */
async function isUndo(
  tx: Transaction,
  { companyId, ...actor }: CompanyActor,
  leadId: string,
  followUpAt: Date,
): Promise<boolean> {
  const [last] = await tx
    .select({ actorId: leadEvents.actorId, from: leadEvents.from })
    .from(leadEvents)
    .where(
      and(
        eq(leadEvents.companyId, companyId),
        eq(leadEvents.leadId, leadId),
        eq(leadEvents.type, 'followUp'),
      ),
    )
    .orderBy(desc(leadEvents.createdAt), desc(leadEvents.id))
    .limit(1);
  const isOwn = actor.kind === 'user' && last?.actorId === actor.userId;
  return isOwn && last?.from === followUpAt.toISOString();
}

/**
 * Plans a follow-up, or with `null` ends it. A member who plans one for a lead without an owner becomes
 * its owner: a follow-up is due to the owner.
 *
 * @param lead under its lock
 * @param at of the change
 * @returns whether it was another one
 * @throws InvalidError for a time that is over, unless the actor takes the last change back
 */
export async function setFollowUp(
  tx: Transaction,
  actor: CompanyActor,
  {
    id,
    ...lead
  }: { id: string } & Pick<Awaited<ReturnType<typeof lockLead>>, 'ownerId' | 'followUpAt'>,
  followUpAt: Date | null,
  at: Date,
): Promise<boolean> {
  if (lead.followUpAt?.getTime() === followUpAt?.getTime()) return false;
  const isOver = followUpAt !== null && Number(followUpAt) < Date.now() - toleranceMs;
  if (isOver && !(await isUndo(tx, actor, id, followUpAt))) {
    throw new InvalidError('Choose a time in the future', 'followUpAt');
  }

  const becomesOwner = followUpAt !== null && lead.ownerId === null && actor.kind === 'user';
  const change = {
    leadId: id,
    from: lead.followUpAt?.toISOString() ?? null,
    to: followUpAt?.toISOString() ?? null,
  };
  await saveLeads(tx, actor, {
    ids: [id],
    set: {
      followUpAt,
      ...(becomesOwner && { ownerId: actor.userId, assignedAt: at }),
    },
    events: [
      ...(becomesOwner ? [{ leadId: id, type: 'owner' as const, from: null, to: actor.name }] : []),
      { ...change, type: 'followUp' },
    ],
    at,
  });
  return true;
}
