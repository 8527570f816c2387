import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { leadEvents } from '#db/schema/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { leadEventColumns } from './lead-columns.ts';
import { lockLead } from './lock-lead.ts';
import { mergedInto } from './merged-leads.ts';

export interface NoteReference {
  /** Of the lead, or of the one that it was merged into. */
  id: string;
  noteId: string;
}

export const isNote = ({ companyId }: CompanyActor, { id, noteId }: NoteReference) =>
  and(
    eq(leadEvents.companyId, companyId),
    sql`${leadEvents.leadId} in (
      select ${id}::uuid union all (${mergedInto(companyId, [id])}))`,
    eq(leadEvents.id, noteId),
    eq(leadEvents.type, 'note'),
    isNotNull(leadEvents.text),
  );

/**
 * A note of a lead, or of one that was merged into it, under the lock of the lead.
 *
 * @throws NotFoundError for the lead or the note, also when it was deleted
 */
export async function lockNote(tx: Transaction, actor: CompanyActor, note: NoteReference) {
  await lockLead(tx, actor, note.id);
  const [event] = await tx.select(leadEventColumns).from(leadEvents).where(isNote(actor, note));
  if (!event) throw new NotFoundError('Note not found');

  return { event, isAuthor: actor.kind === 'user' && event.actorId === actor.userId };
}
