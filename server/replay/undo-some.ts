import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { announceChange } from '#db/announce.ts';
import type { Transaction } from '#db/client.ts';
import { intakeLog } from '#db/schema/intake-log.ts';
import { leadEvents, leadMerges, leads } from '#db/schema/leads.ts';
import { replayRequests, replays } from '#db/schema/replays.ts';
import { replayRequestsAtOnce } from '../limits.ts';
import { recordLeadEvents } from '../services/leads/lead-changes.ts';
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

/**
 * Leads that members have worked on since the replay, or merged into another one: what they did would be lost.
 * Under lock until the end of the transaction. In the order of their ids, so that two changes of the same leads do
 * not deadlock.
 */
async function findChanged(
  tx: Transaction,
  { companyId, createdAt }: Replay,
  ids: readonly string[],
): Promise<Set<string>> {
  await tx
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.companyId, companyId), inArray(leads.id, [...ids])))
    .orderBy(asc(leads.id))
    .for('update');
  const worked = await tx
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
  const merged = await tx
    .select({ id: leadMerges.leadId })
    .from(leadMerges)
    .where(and(eq(leadMerges.companyId, companyId), inArray(leadMerges.leadId, [...ids])));
  return new Set([...worked, ...merged].map(({ id }) => id));
}

/** Removes leads that were created; their requests are refused ones again. */
async function removeCreated(
  tx: Transaction,
  companyId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;

  await tx
    .update(intakeLog)
    .set({ leadId: null })
    .where(and(eq(intakeLog.companyId, companyId), inArray(intakeLog.id, [...ids])));
  const removed = await removeLeads(tx, companyId, ids, { keepsRequests: true });
  const steps = removed.map(({ stepId }) => stepId);
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
