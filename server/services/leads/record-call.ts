import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { CallOutcome } from '#db/values/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { setFollowUp } from './follow-up.ts';
import { getLead, type LeadDescription } from './get-lead.ts';
import { lockLead } from './lock-lead.ts';
import { saveLeads } from './save-leads.ts';

interface Call {
  id: string;
  outcome: CallOutcome;
  /** What was said. */
  text?: string | undefined;
  /** ISO 8601; `null` ends the planned follow-up. Absent: it stays. */
  followUpAt?: string | null | undefined;
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
  { id, outcome, text, followUpAt }: Call,
): Promise<LeadDescription> {
  return db.transaction(async (tx) => {
    const lead = await lockLead(tx, actor, id);
    const firstContactAt = lead.firstContactAt ?? sql`now()`;
    await saveLeads(tx, actor, {
      ids: [id],
      set: { firstContactAt },
      events: [{ leadId: id, type: 'call', to: outcome, text }],
    });
    if (followUpAt !== undefined) {
      const at = followUpAt === null ? null : new Date(followUpAt);
      await setFollowUp(tx, actor, { id, ...lead }, at);
    }
    return getLead(tx, actor, { id });
  });
}
