import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { leadEvents, leadMerges } from '#db/schema/leads.ts';
import type { UserActor } from '../actor.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import { readTime, recordLeadEvents } from './lead-changes.ts';
import { planUnmerge } from './plan-merge.ts';
import { readPair } from './read-pair.ts';
import { saveLeads } from './save-leads.ts';
import { setColumns } from './set-columns.ts';
import { isNotTakenBack } from './taken-back.ts';
import { isInScope } from './visibility.ts';
import { eventsOfWork } from './work-events.ts';

/** The first call, message or status since that was not taken back: what sets the first contact of a lead. */
async function findContact(
  tx: Transaction,
  companyId: string,
  leadId: string,
  since: Date,
): Promise<Date | null> {
  const [contact] = await tx
    .select({ at: sql<Date | null>`min(${leadEvents.createdAt})`.mapWith(leadEvents.createdAt) })
    .from(leadEvents)
    .where(
      and(
        eq(leadEvents.companyId, companyId),
        eq(leadEvents.leadId, leadId),
        inArray(leadEvents.type, ['call', 'message', 'status']),
        gt(leadEvents.createdAt, since),
        isNotTakenBack('lead_events'),
      ),
    );
  return contact?.at ?? null;
}

/**
 * Takes a lead apart from the one that it was merged into: both are as they were, with what was done with the
 * kept one since. Refused when a field that the merge filled in was changed since, because it would be lost.
 *
 * @throws NotFoundError when the actor does not see one of them, or they are not merged any more
 * @throws ConflictError when a filled field was changed since, with its name
 */
export function unmergeLeads(
  db: Database,
  actor: UserActor,
  { keptId, mergedId }: { keptId: string; mergedId: string },
): Promise<{ id: string }> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    const isReached = isInScope(actor);
    const [kept] = await readPair(tx, actor, [keptId, mergedId], {
      isReached,
      isLocked: true,
    });
    const isThis = and(
      eq(leadMerges.companyId, companyId),
      eq(leadMerges.leadId, mergedId),
      eq(leadMerges.keptId, keptId),
    );
    const [merge] = await tx.delete(leadMerges).where(isThis).returning();
    if (!merge || kept.deletedAt) throw new NotFoundError('The leads are not merged any more');
    const contactAt = await findContact(tx, companyId, keptId, merge.mergedAt);
    const { set, changed } = planUnmerge(kept, { ...merge, contactAt });
    if (changed.length > 0) {
      throw new ConflictError(
        `They stay together, because this was changed since the merge: ${changed.join(', ')}`,
      );
    }

    const at = await readTime(tx, companyId);
    const events = [
      { leadId: keptId, type: 'unmerged' as const, from: mergedId, to: null },
      ...(await eventsOfWork(tx, actor, kept, set)),
    ];
    const undo = { events, at, undoes: merge.mergedAt };
    await saveLeads(tx, actor, { ids: [mergedId], set: { deletedAt: null }, events: [] });
    if (Object.keys(set).length > 0) await setColumns(tx, actor, kept, set, undo);
    else await recordLeadEvents(tx, actor, events, undo);

    return { id: keptId };
  });
}
