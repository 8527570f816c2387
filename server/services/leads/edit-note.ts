import { sql } from 'drizzle-orm';
import { announceChange } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { leadEvents } from '#db/schema/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { ForbiddenError } from '../errors.ts';
import { getLead, type LeadDescription } from './get-lead.ts';
import { type Edit, LeadConflictError } from './lead-changes.ts';
import { isNote, lockNote, type NoteReference } from './lock-note.ts';

/**
 * @throws NotFoundError for the lead or the note
 * @throws ForbiddenError for the note of another member
 * @throws LeadConflictError when the author has changed it elsewhere meanwhile
 */
export function editNote(
  db: Database,
  actor: CompanyActor,
  { text, ...note }: NoteReference & { text: Edit<string> },
): Promise<LeadDescription> {
  return db.transaction(async (tx) => {
    const { event, isAuthor } = await lockNote(tx, actor, note);
    if (!isAuthor) throw new ForbiddenError('Only its author may edit a note');
    const stored = event.text ?? '';
    if (stored !== text.from && stored !== text.to) throw new LeadConflictError(event, stored);

    if (stored !== text.to) {
      await tx
        .update(leadEvents)
        .set({ text: text.to, editedAt: sql`now()` })
        .where(isNote(actor, note));
      await announceChange(tx, actor.companyId, { leads: [note.id, event.leadId], audit: 'all' });
    }
    return getLead(tx, actor, note);
  });
}
