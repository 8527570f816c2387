import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { type LeadValues, leadMerges } from '#db/schema/leads.ts';
import type { UserActor } from '../actor.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import { readTime, recordLeadEvents } from './lead-changes.ts';
import { type Lead, readPair } from './read-pair.ts';
import { saveLeads } from './save-leads.ts';
import { setColumns } from './set-columns.ts';
import { isInScope } from './visibility.ts';

const instants = new Set(['followUpAt', 'firstContactAt', 'openedAt', 'assignedAt']);

/** Columns from their JSON. Guarantee of the cast: the names are those of columns of the lead. */
const columnsOf = (values: LeadValues): Partial<Lead> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      instants.has(name) && typeof value === 'string' ? new Date(value) : value,
    ]),
  );

const names = new Map([
  ['phones', 'phones'],
  ['name', 'name'],
  ['email', 'email'],
  ['message', 'message'],
  ['segment', 'segment'],
  ['customFields', 'custom fields'],
  ['ownerId', 'owner'],
  ['followUpAt', 'follow-up'],
]);

/** What has another value now than the merge gave it, in words. */
function changedSince(kept: Lead, after: LeadValues): string[] {
  const now: LeadValues = JSON.parse(JSON.stringify(kept));
  return Object.keys(after)
    .filter((column) => !isDeepStrictEqual(now[column], after[column]))
    .map((column) => names.get(column) ?? 'first contact');
}

/**
 * Takes a lead apart from the one that it was merged into: both are as they were, with what was done with the
 * kept one since. Refused when what the merge filled in was changed since, because it would be lost.
 *
 * @throws NotFoundError when the actor does not see one of them, or they are not merged any more
 * @throws ConflictError when a filled value was changed since, with its name
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
    const changed = changedSince(kept, merge.after);
    if (changed.length > 0) {
      throw new ConflictError(
        `They stay together, because this was changed since the merge: ${changed.join(', ')}`,
      );
    }

    const at = await readTime(tx, companyId);
    const events = [{ leadId: keptId, type: 'unmerged' as const, from: mergedId, to: null }];
    const undo = { events, at, undoes: merge.mergedAt };
    await saveLeads(tx, actor, { ids: [mergedId], set: { deletedAt: null }, events: [] });
    const before = columnsOf(merge.before);
    if (Object.keys(before).length > 0) await setColumns(tx, actor, kept, before, undo);
    else await recordLeadEvents(tx, actor, events, undo);

    return { id: keptId };
  });
}
