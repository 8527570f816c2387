import type { Database } from '#db/client.ts';
import type { CompanyActor } from '../actor.ts';
import { getLead, type LeadDescription } from './get-lead.ts';
import { recordLeadEvents } from './lead-changes.ts';
import { lockLead } from './lock-lead.ts';

/** @throws NotFoundError */
export function addNote(
  db: Database,
  actor: CompanyActor,
  { id, text }: { id: string; text: string },
): Promise<LeadDescription> {
  return db.transaction(async (tx) => {
    await lockLead(tx, actor, id);
    await recordLeadEvents(tx, actor, [{ leadId: id, type: 'note', text }]);
    return getLead(tx, actor, { id });
  });
}
