import type { Database } from '#db/client.ts';
import type { CompanyActor } from '../actor.ts';
import { setFollowUp } from './follow-up.ts';
import { getLead, type LeadDescription } from './get-lead.ts';
import { assertUnchanged, type Edit } from './lead-changes.ts';
import { lockLead } from './lock-lead.ts';

const textOf = (at: Date | null) => at?.toISOString() ?? '';
const instantOf = (text: string | null) => (text === null ? null : new Date(text));

/**
 * Plans when to get back to a lead; `null`: not any more. Instants are ISO 8601.
 *
 * @throws NotFoundError
 * @throws InvalidError for a time that is over
 * @throws LeadConflictError when another follow-up was planned first
 */
export function planFollowUp(
  db: Database,
  actor: CompanyActor,
  { id, followUpAt }: { id: string; followUpAt: Edit<string | null> },
): Promise<LeadDescription> {
  const { companyId } = actor;
  const [from, to] = [instantOf(followUpAt.from), instantOf(followUpAt.to)];

  return db.transaction(async (tx) => {
    const lead = await lockLead(tx, actor, id);
    const seen = { from: textOf(from), to: textOf(to) };
    const change = { companyId, leadId: id, type: 'followUp' } as const;
    await assertUnchanged(tx, change, textOf(lead.followUpAt), seen);
    await setFollowUp(tx, actor, { id, ...lead }, to);
    return getLead(tx, actor, { id });
  });
}
