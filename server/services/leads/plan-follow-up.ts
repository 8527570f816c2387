import type { Database } from '#db/client.ts';
import type { CompanyActor } from '../actor.ts';
import { setFollowUp } from './follow-up.ts';
import { type ChangedLead, getChangedLead } from './get-lead.ts';
import { assertUnchanged, type Edit, readTime } from './lead-changes.ts';
import { lockLead } from './lock-lead.ts';
import { markContacted } from './mark-contacted.ts';

const textOf = (at: Date | null) => at?.toISOString() ?? '';
const instantOf = (text: string | null) => (text === null ? null : new Date(text));

interface Plan {
  id: string;
  /** ISO 8601; `null`: none any more. */
  followUpAt: Edit<string | null>;
  /** The follow-up was done: a new lead was contacted by it. */
  isContact?: boolean | undefined;
}

/**
 * Plans when to get back to a lead, or ends the follow-up.
 *
 * @throws NotFoundError
 * @throws InvalidError for a time that is over
 * @throws LeadConflictError when another follow-up was planned first
 */
export function planFollowUp(
  db: Database,
  actor: CompanyActor,
  { id, followUpAt, isContact = false }: Plan,
): Promise<ChangedLead> {
  const { companyId } = actor;
  const [from, to] = [instantOf(followUpAt.from), instantOf(followUpAt.to)];

  return db.transaction(async (tx) => {
    const lead = await lockLead(tx, actor, id);
    const seen = { from: textOf(from), to: textOf(to) };
    const change = { companyId, leadId: id, type: 'followUp' } as const;
    await assertUnchanged(tx, change, textOf(lead.followUpAt), seen);
    const at = await readTime(tx, companyId);
    const isPlanned = await setFollowUp(tx, actor, { id, ...lead }, to, at);
    if (isPlanned && isContact) await markContacted(tx, actor, { id, ...lead }, at);
    return getChangedLead(tx, actor, { id, changedAt: isPlanned ? at : null });
  });
}
