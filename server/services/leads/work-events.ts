import type { Transaction } from '#db/client.ts';
import type { CompanyActor } from '../actor.ts';
import type { LeadEventEntry } from './lead-changes.ts';
import { readOwners } from './leads-change-events.ts';
import type { Lead } from './read-pair.ts';

/** The lines of a timeline for another owner and another follow-up, if columns of the lead are set to them. */
export async function eventsOfWork(
  tx: Transaction,
  actor: CompanyActor,
  { id, ...lead }: Lead,
  { ownerId, followUpAt }: Partial<Lead>,
): Promise<LeadEventEntry[]> {
  const events: LeadEventEntry[] = [];
  if (ownerId !== undefined) {
    const owners = await readOwners(tx, actor);
    events.push(owners.eventOf({ id, from: lead.ownerId, to: ownerId }));
  }
  if (followUpAt !== undefined) {
    const change = {
      from: lead.followUpAt?.toISOString() ?? null,
      to: followUpAt?.toISOString() ?? null,
    };
    events.push({ leadId: id, type: 'followUp', ...change });
  }
  return events;
}
