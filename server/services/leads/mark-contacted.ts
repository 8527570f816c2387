import type { Transaction } from '#db/client.ts';
import type { CompanyActor } from '../actor.ts';
import type { lockLead } from './lock-lead.ts';
import { columnsOfStatus, eventsOfStatus } from './outcome.ts';
import { saveLeads } from './save-leads.ts';

type LockedLead = { id: string } & Awaited<ReturnType<typeof lockLead>>;

/**
 * Gives a new lead the status of one that was contacted. Another status says more, and stays.
 *
 * @param lead under its lock
 */
export async function markContacted(
  tx: Transaction,
  actor: CompanyActor,
  lead: LockedLead,
  at: Date,
): Promise<void> {
  if (lead.status !== 'new') return;

  await saveLeads(tx, actor, {
    ids: [lead.id],
    set: columnsOfStatus('contacted', at),
    events: eventsOfStatus(lead, 'contacted'),
    at,
  });
}
