import type { Database } from '#db/client.ts';
import type { CompanyActor } from '../actor.ts';
import { setFollowUp } from './follow-up.ts';
import { type ChangedLead, getChangedLead } from './get-lead.ts';
import { type LeadEventEntry, readTime } from './lead-changes.ts';
import { lockLead } from './lock-lead.ts';
import { markContacted } from './mark-contacted.ts';
import { saveLeads } from './save-leads.ts';

export interface Contact {
  id: string;
  /** What was said or written. */
  text?: string | undefined;
  /** ISO 8601; `null` ends the planned follow-up. Absent: it stays. */
  followUpAt?: string | null | undefined;
  /** A new lead gets the status Contacted. */
  isContact?: boolean | undefined;
}

/**
 * Records that a member was in contact with a lead, the first time as its first contact, and plans the
 * next one.
 *
 * @throws NotFoundError
 * @throws InvalidError for a follow-up at a time that is over
 */
export function recordContact(
  db: Database,
  actor: CompanyActor,
  { id, text, followUpAt, isContact = false }: Contact,
  event: Pick<LeadEventEntry, 'type' | 'to'>,
): Promise<ChangedLead> {
  return db.transaction(async (tx) => {
    const lead = { id, ...(await lockLead(tx, actor, id)) };
    const at = await readTime(tx, actor.companyId);
    await saveLeads(tx, actor, {
      ids: [id],
      set: { firstContactAt: lead.firstContactAt ?? at },
      events: [{ leadId: id, ...event, text }],
      at,
    });
    if (isContact) await markContacted(tx, actor, lead, at);
    if (followUpAt !== undefined) {
      await setFollowUp(tx, actor, lead, followUpAt === null ? null : new Date(followUpAt), at);
    }
    return getChangedLead(tx, actor, { id, changedAt: at });
  });
}
