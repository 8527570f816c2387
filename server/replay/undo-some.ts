import { and, eq, inArray, sql } from 'drizzle-orm';
import { announceChange } from '#db/announce.ts';
import type { Transaction } from '#db/client.ts';
import { intakeLog } from '#db/schema/intake-log.ts';
import { leadEvents, leads } from '#db/schema/leads.ts';
import { replayRequests, replays } from '#db/schema/replays.ts';
import { replayRequestsAtOnce } from '../limits.ts';
import { countChanges, countedDay } from '../services/leads/count-changes.ts';
import { recordLeadEvents } from '../services/leads/lead-changes.ts';
import { isNoTest } from '../services/leads/lead-columns.ts';
import { removeLeads } from '../services/leads/remove-leads.ts';
import { setColumns } from '../services/leads/set-columns.ts';
import { findStoredLeads } from './read-again.ts';
import { actorOf, isReplay, isRequestOf, type Replay } from './replay.ts';

interface Done {
  entryId: string;
  outcome: 'created' | 'filled';
  leadId: string;
  before: typeof replayRequests.$inferSelect.before;
}

async function findDone(tx: Transaction, replay: Replay): Promise<Done[]> {
  const rows = await tx
    .select({
      entryId: replayRequests.entryId,
      outcome: replayRequests.outcome,
      leadId: replayRequests.leadId,
      before: replayRequests.before,
    })
    .from(replayRequests)
    .where(and(isRequestOf(replay), inArray(replayRequests.outcome, ['created', 'filled'])))
    .limit(replayRequestsAtOnce);
  return rows as Done[];
}

/** Leads that members have worked on since the replay: what they did would be lost. */
async function findChanged(
  tx: Transaction,
  { companyId, createdAt }: Replay,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .selectDistinct({ id: leadEvents.leadId })
    .from(leadEvents)
    .where(
      and(
        eq(leadEvents.companyId, companyId),
        inArray(leadEvents.leadId, [...ids]),
        sql`${leadEvents.type} <> 'replayed'`,
        sql`${leadEvents.createdAt} >= ${createdAt.toISOString()}::timestamptz`,
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** Removes leads that were created; their requests are refused ones again. */
async function removeCreated(
  tx: Transaction,
  companyId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;

  const counted = await tx
    .select({ stepId: leads.stepId, day: countedDay })
    .from(leads)
    .where(and(eq(leads.companyId, companyId), inArray(leads.id, [...ids]), isNoTest))
    .for('update');
  await tx
    .update(intakeLog)
    .set({ leadId: null })
    .where(and(eq(intakeLog.companyId, companyId), inArray(intakeLog.id, [...ids])));
  await removeLeads(tx, companyId, ids, { keepsRequests: true });
  await countChanges(
    tx,
    companyId,
    counted.map((place) => ({ ...place, leads: -1 })),
  );
  const steps = counted.map(({ stepId }) => stepId);
  await announceChange(tx, companyId, { leads: [...ids], steps });
}

/** Gives leads the values that they had before they were filled. */
async function emptyFilled(tx: Transaction, replay: Replay, filled: readonly Done[]) {
  const { companyId, endedBy, endedByName, createdByName } = replay;
  const actor = actorOf(companyId, { userId: endedBy, name: endedByName ?? createdByName });
  const ids = filled.map(({ leadId }) => leadId);
  if (ids.length === 0) return;

  const stored = await findStoredLeads(tx, companyId, ids, { isLocked: true });
  for (const { leadId, before } of filled) {
    const known = stored.get(leadId);
    if (known && before) await setColumns(tx, actor, known.lead, before);
  }
  const events = Array.from(stored.keys(), (leadId) => ({
    leadId,
    type: 'replayed' as const,
    from: null,
    to: 'undone',
  }));
  if (events.length > 0) await recordLeadEvents(tx, actor, events);
}

/**
 * Takes back what some requests of a replay did. What members changed since stays.
 *
 * @returns true: there may be more
 */
export async function undoSome(tx: Transaction, replay: Replay): Promise<true> {
  const { companyId } = replay;
  const done = await findDone(tx, replay);
  if (done.length === 0) {
    await tx.update(replays).set({ status: 'undone' }).where(isReplay(replay));
    return true;
  }

  const ids = done.map(({ leadId }) => leadId);
  const changed = await findChanged(tx, replay, ids);
  const open = done.filter(({ leadId }) => !changed.has(leadId));
  const created = open.filter(({ outcome }) => outcome === 'created');
  await removeCreated(
    tx,
    companyId,
    created.map(({ leadId }) => leadId),
  );
  await emptyFilled(
    tx,
    replay,
    open.filter(({ outcome }) => outcome === 'filled'),
  );
  const set = (requests: readonly Done[], values: Partial<typeof replayRequests.$inferInsert>) =>
    requests.length > 0 &&
    tx
      .update(replayRequests)
      .set({ ...values, before: null })
      .where(
        and(
          isRequestOf(replay),
          inArray(
            replayRequests.entryId,
            requests.map(({ entryId }) => entryId),
          ),
        ),
      );
  await set(open, { outcome: 'undone', message: '' });
  await set(
    done.filter(({ leadId }) => changed.has(leadId)),
    { outcome: 'unchanged', message: 'Stays: a member has worked on the lead since' },
  );
  return true;
}
