import type { Database } from '#db/client.ts';
import type { CallOutcome } from '#db/values/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { setFollowUp } from './follow-up.ts';
import { type ChangedLead, getChangedLead } from './get-lead.ts';
import { readTime } from './lead-changes.ts';
import { lockLead } from './lock-lead.ts';
import { markContacted } from './mark-contacted.ts';
import { saveLeads } from './save-leads.ts';

interface Call {
  id: string;
  outcome: CallOutcome;
  /** What was said. */
  text?: string | undefined;
  /** ISO 8601; `null` ends the planned follow-up. Absent: it stays. */
  followUpAt?: string | null | undefined;
  /** A new lead gets the status Contacted. */
  isContact?: boolean | undefined;
}

/**
 * Records a call with a lead, and plans the next one.
 *
 * @throws NotFoundError
 * @throws InvalidError for a follow-up at a time that is over
 */
export function recordCall(
  db: Database,
  actor: CompanyActor,
  { id, outcome, text, followUpAt, isContact = false }: Call,
): Promise<ChangedLead> {
  return db.transaction(async (tx) => {
    const lead = { id, ...(await lockLead(tx, actor, id)) };
    const at = await readTime(tx, actor.companyId);
    await saveLeads(tx, actor, {
      ids: [id],
      set: { firstContactAt: lead.firstContactAt ?? at },
      events: [{ leadId: id, type: 'call', to: outcome, text }],
      at,
    });
    if (isContact) await markContacted(tx, actor, lead, at);
    if (followUpAt !== undefined) {
      await setFollowUp(tx, actor, lead, followUpAt === null ? null : new Date(followUpAt), at);
    }
    return getChangedLead(tx, actor, { id, changedAt: at });
  });
}
