import { sql } from 'drizzle-orm';
import { announce } from '#db/announce.ts';
import type { Database, Transaction } from '#db/client.ts';
import { steps } from '#db/schema/funnels.ts';
import { bulkLeadsMax } from '#db/values/limits.ts';
import type { ManagingActor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { ConflictError } from '../errors.ts';
import { isStep, lockStep, lockSteps } from './lock-step.ts';
import { listHeld, type MovedLeads, moveStepLeads } from './move-step-leads.ts';

interface Archived {
  id: string;
  /** Where there were leads to move. */
  moved: MovedLeads[];
}

const digits = new Intl.NumberFormat('en');

function describeHeld(held: number): string {
  if (held === 1) return '1 lead';
  return held > bulkLeadsMax
    ? `more than ${digits.format(bulkLeadsMax)} leads`
    : `${digits.format(held)} leads`;
}

/** @throws ConflictError when leads would stay */
async function empty(
  tx: Transaction,
  actor: ManagingActor,
  id: string,
  moveTo: string | undefined,
): Promise<MovedLeads | undefined> {
  if (moveTo) {
    const moved = await moveStepLeads(tx, actor, { id, to: moveTo });
    if (!moved.hasMore) return moved;

    throw new ConflictError('The step holds more leads than can be moved at once');
  }
  const held = (await listHeld(tx, actor, id)).length;
  if (held === 0) return undefined;

  throw new ConflictError(`The step holds ${describeHeld(held)}. Choose where they move to`);
}

/**
 * From now on the step takes no leads, and boards do not show it. So it must hold none: those in it
 * move, with those that arrive meanwhile. An archived step stays as it is.
 *
 * @throws NotFoundError for either step
 * @throws ConflictError when it holds leads and `moveTo` is absent or archived, or more leads than
 *   `moveStepLeads` moves at once
 */
export async function archiveStep(
  db: Database,
  actor: ManagingActor,
  { id, moveTo }: { id: string; moveTo?: string | undefined },
): Promise<Archived> {
  const { companyId } = actor;

  const moved = await db.transaction(async (tx) => {
    // In this order, since two steps may be archived into each other.
    await lockSteps(tx, companyId, moveTo ? [id, moveTo] : [id]);
    const step = await lockStep(tx, companyId, id);
    if (step.archivedAt) return undefined;

    const before = await empty(tx, actor, id, moveTo);
    await tx.update(steps).set({ archivedAt: sql`now()` }).where(isStep(companyId, id));
    const details = { funnel: step.funnel };
    await recordAudit(tx, actor, {
      action: 'steps.archive',
      subject: step,
      details,
      change: { funnels: [step.funnelId] },
    });
    await announce(tx, 'steps');
    return before;
  });
  const late = moveTo ? await moveStepLeads(db, actor, { id, to: moveTo }) : undefined;

  return { id, moved: [moved, late].flatMap((part) => (part && part.moved > 0 ? [part] : [])) };
}
