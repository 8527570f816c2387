import type { Database } from '#db/client.ts';
import { leadMerges } from '#db/schema/leads.ts';
import type { UserActor } from '../actor.ts';
import { ConflictError } from '../errors.ts';
import { findPlace, refusalOf } from '../steps/find-places.ts';
import { findEditedFields } from './find-edited-fields.ts';
import { readTime, recordLeadEvents } from './lead-changes.ts';
import { planMerge } from './plan-merge.ts';
import { assertNoTests, readPair, versionOf } from './read-pair.ts';
import { saveLeads } from './save-leads.ts';
import { pickColumns, setColumns } from './set-columns.ts';
import { isVisibleTo } from './visibility.ts';
import { eventsOfWork } from './work-events.ts';

interface Merge {
  keptId: string;
  mergedId: string;
  /** Of `previewMerge`. */
  version: string;
}

/**
 * Merges a lead into another one, which gets what it lacks of it. The other one is deleted with it, and its
 * timeline is read as a part of that of the kept lead.
 *
 * @throws NotFoundError when the actor does not see one of them any more
 * @throws ConflictError when one was changed since the preview, is a test, or the step is archived
 */
export function mergeLeads(
  db: Database,
  actor: UserActor,
  { keptId, mergedId, version }: Merge,
): Promise<{ id: string }> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    const pair = await readPair(tx, actor, [keptId, mergedId], {
      isReached: isVisibleTo(actor),
      isLocked: true,
    });
    const [kept, merged] = pair;
    assertNoTests(pair);
    if (versionOf(pair) !== version) {
      throw new ConflictError('One of the leads was changed meanwhile. Look at both again');
    }
    if (refusalOf(await findPlace(tx, actor, kept.stepId))) {
      throw new ConflictError('The step of the lead that is kept is archived. Move the lead first');
    }

    const edited = (await findEditedFields(tx, companyId, [keptId])).get(keptId) ?? new Set();
    const plan = planMerge(kept, merged, edited);
    const at = await readTime(tx, companyId);
    const set = { ...plan.set, ...(plan.set.ownerId && { assignedAt: at }) };
    const field = plan.filled.join(', ');
    const events = [
      { leadId: keptId, type: 'merged' as const, from: mergedId, field },
      ...(await eventsOfWork(tx, actor, kept, set)),
    ];
    await saveLeads(tx, actor, { ids: [mergedId], set: { deletedAt: at }, events: [] });
    if (Object.keys(set).length > 0) await setColumns(tx, actor, kept, set, { events, at });
    else await recordLeadEvents(tx, actor, events, { at });
    await tx.insert(leadMerges).values({
      companyId,
      leadId: mergedId,
      keptId,
      mergedAt: at,
      before: pickColumns(kept, Object.keys(set)),
      after: set,
    });

    return { id: keptId };
  });
}
