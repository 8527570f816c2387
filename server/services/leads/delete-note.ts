import { sql } from 'drizzle-orm';
import { announceChange } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { leadEvents } from '#db/schema/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { ForbiddenError } from '../errors.ts';
import { getLead, type LeadDescription } from './get-lead.ts';
import { isNote, lockNote, type NoteReference } from './lock-note.ts';

/**
 * Erases the text of a note. The event stays, with who deleted it (`to`) and when (`editedAt`): the
 * timeline is also the audit log of the lead.
 *
 * @throws NotFoundError for the lead or the note
 * @throws ForbiddenError for the note of another member, unless the actor is an admin
 */
export function deleteNote(
  db: Database,
  actor: CompanyActor,
  note: NoteReference,
): Promise<LeadDescription> {
  return db.transaction(async (tx) => {
    const { event, isAuthor } = await lockNote(tx, actor, note);
    const isAdmin = actor.kind === 'user' && actor.role === 'admin';
    if (!isAuthor && !isAdmin) {
      throw new ForbiddenError('Only its author and admins may delete a note');
    }

    await tx
      .update(leadEvents)
      .set({ text: null, to: actor.name, editedAt: sql`now()` })
      .where(isNote(actor, note));
    await announceChange(tx, actor.companyId, { leads: [note.id, event.leadId], audit: 'all' });
    return getLead(tx, actor, note);
  });
}
