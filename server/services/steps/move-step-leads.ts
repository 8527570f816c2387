import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { leads } from '#db/schema/leads.ts';
import { bulkLeadsMax } from '#db/values/limits.ts';
import type { ManagingActor } from '../actor.ts';
import { ConflictError } from '../errors.ts';
import { changeLeads, type LeadsUndo } from '../leads/change-leads.ts';
import { isNoTest } from '../leads/lead-columns.ts';
import { isNotDeleted } from '../leads/visibility.ts';
import { lockSteps } from './lock-step.ts';

export interface MovedLeads {
  moved: number;
  /** The step holds more leads. */
  hasMore: boolean;
  /** For `undoLeadsChange`; null when there was nothing to move. */
  undo: LeadsUndo | null;
}

/** The leads of a step that its count shows, up to one more than a bulk change takes. */
export async function listHeld(
  db: Database,
  { companyId }: ManagingActor,
  id: string,
): Promise<string[]> {
  const rows = await db
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.companyId, companyId), eq(leads.stepId, id), isNoTest, isNotDeleted))
    .limit(bulkLeadsMax + 1);
  return rows.map((lead) => lead.id);
}

/**
 * Moves leads of a step to another one, of any funnel: as many as one bulk change takes. Tests stay:
 * no count includes them, and they are deleted after some days.
 *
 * @throws NotFoundError for either step
 * @throws ConflictError when `to` is archived, or the step itself
 */
export function moveStepLeads(
  db: Database,
  actor: ManagingActor,
  { id, to }: { id: string; to: string },
): Promise<MovedLeads> {
  if (id === to) throw new ConflictError('Choose another step');

  return db.transaction(async (tx) => {
    await lockSteps(tx, actor.companyId, [id, to]);
    const held = await listHeld(tx, actor, id);
    if (held.length === 0) return { moved: 0, hasMore: false, undo: null };

    const ids = held.slice(0, bulkLeadsMax);
    const { changed, undo } = await changeLeads(tx, actor, { ids, change: { field: 'step', to } });
    return { moved: changed, hasMore: held.length > ids.length, undo };
  });
}
