import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import type { CompanyActor } from '../actor.ts';
import { InvalidError } from '../errors.ts';
import type { lockLead } from './lock-lead.ts';
import { saveLeads } from './save-leads.ts';

/** A form may have been open for a while. */
const toleranceMs = 60_000;

/**
 * Plans a follow-up, or with `null` ends it. A member who plans one for a lead without an owner becomes
 * its owner: a follow-up is due to the owner.
 *
 * @param lead under its lock
 * @throws InvalidError for a time that is over
 */
export async function setFollowUp(
  tx: Transaction,
  actor: CompanyActor,
  {
    id,
    ...lead
  }: { id: string } & Pick<Awaited<ReturnType<typeof lockLead>>, 'ownerId' | 'followUpAt'>,
  followUpAt: Date | null,
): Promise<void> {
  if (lead.followUpAt?.getTime() === followUpAt?.getTime()) return;
  if (followUpAt && Number(followUpAt) < Date.now() - toleranceMs) {
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
      ...(becomesOwner && { ownerId: actor.userId, assignedAt: sql`clock_timestamp()` }),
    },
    events: [
      ...(becomesOwner ? [{ leadId: id, type: 'owner' as const, from: null, to: actor.name }] : []),
      { ...change, type: 'followUp' },
    ],
  });
}
