import { and, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import { replays } from '#db/schema/replays.ts';
import { undoReplayMinutes } from '#db/values/replays.ts';
import type { UserActor } from '../services/actor.ts';
import { recordAudit } from '../services/audit/record-audit.ts';
import { ConflictError, NotFoundError } from '../services/errors.ts';
import { isReplay, type Replay } from './replay.ts';

/** Whether what a replay did can be taken back: for ten minutes after its end. */
export const canBeUndone = sql<boolean>`(
  ${replays.status} in ('done', 'cancelled')
  and ${replays.endedAt} > now() - ${`${undoReplayMinutes} minutes`}::interval)`;

/** A process that works on it is waited for. */
async function lockReplay(tx: Transaction, { companyId }: UserActor, id: string) {
  const [row] = await tx
    .select({ replay: replays, canBeUndone, keyName: apiKeys.name })
    .from(replays)
    .innerJoin(
      apiKeys,
      and(eq(apiKeys.companyId, replays.companyId), eq(apiKeys.id, replays.apiKeyId)),
    )
    .where(isReplay({ companyId, id }))
    .for('update', { of: replays });
  if (!row) throw new NotFoundError('Replay not found');
  return row;
}

async function end(
  tx: Transaction,
  actor: UserActor,
  { replay, keyName }: { replay: Replay; keyName: string },
  action: 'replays.cancel' | 'replays.undo',
): Promise<void> {
  const set =
    action === 'replays.cancel'
      ? { status: 'cancelled' as const, endedAt: sql`now()` }
      : { status: 'undoing' as const };
  await tx
    .update(replays)
    .set({ ...set, endedBy: actor.userId, endedByName: actor.name })
    .where(isReplay(replay));
  await recordAudit(tx, actor, { action, subject: { id: replay.apiKeyId, name: keyName } });
}

/**
 * Sends no more requests. Leads that were created stay.
 *
 * @throws NotFoundError; ConflictError when it has ended
 */
export function cancelReplay(
  db: Database,
  actor: UserActor,
  { id }: { id: string },
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const found = await lockReplay(tx, actor, id);
    if (found.replay.status !== 'running') throw new ConflictError('It has ended already');

    await end(tx, actor, found, 'replays.cancel');
    return { id };
  });
}

/**
 * Removes the leads that it created, and empties what it filled, behind the answer. Leads that members have
 * worked on since stay.
 *
 * @throws NotFoundError; ConflictError when it runs, or ended too long ago
 */
export function undoReplay(
  db: Database,
  actor: UserActor,
  { id }: { id: string },
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const found = await lockReplay(tx, actor, id);
    if (!found.canBeUndone) {
      throw new ConflictError(
        `It can be undone for ${undoReplayMinutes} minutes after its end, and once`,
      );
    }
    await end(tx, actor, found, 'replays.undo');
    return { id };
  });
}
