import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { intakeLog } from '#db/schema/intake-log.ts';
import { replays } from '#db/schema/replays.ts';
import { replayDelayMs, replayRequestsAtOnce } from '../limits.ts';
import { logFailure } from '../log-failure.ts';
import { sentBytesOf } from '../public-api/diagnose/try-lead.ts';
import type { ApiKeyActor } from '../services/actor.ts';
import { readBodies } from '../services/intake-log/read-bodies.ts';
import { readAgain } from './read-again.ts';
import {
  actorOf,
  type Entry,
  entryColumns,
  findNext,
  isReplay,
  type Replay,
  type ReplayDependencies,
  type Result,
  writeResults,
} from './replay.ts';
import { sendRequests } from './send-requests.ts';
import { undoSome } from './undo-some.ts';

/**
 * Open replays in random order, so that none waits for the end of another. One has begun when all
 * processes know that its key is replayed.
 */
const findOpen = (db: Database) =>
  db
    .select({ companyId: replays.companyId, id: replays.id, apiKeyId: replays.apiKeyId })
    .from(replays)
    .where(
      and(
        inArray(replays.status, ['running', 'undoing']),
        sql`${replays.createdAt} < now() - ${`${replayDelayMs} ms`}::interval`,
      ),
    )
    .orderBy(sql`random()`);

async function findEntries(tx: Transaction, companyId: string, ids: readonly string[]) {
  const found = await tx
    .select(entryColumns)
    .from(intakeLog)
    .where(and(eq(intakeLog.companyId, companyId), inArray(intakeLog.id, [...ids])));
  const known = new Map(found.map((entry) => [entry.id, entry]));
  return ids.map((id) => ({ id, entry: known.get(id) }));
}

async function sendOrRead(
  dependencies: ReplayDependencies,
  tx: Transaction,
  { actor, replay }: { actor: ApiKeyActor; replay: Replay },
  entries: readonly Entry[],
): Promise<Result[]> {
  const { companyId, createdBy, createdByName } = replay;
  const by = actorOf(companyId, { userId: createdBy, name: createdByName });
  const ids = entries.map(({ id }) => id);
  const sent = await readBodies(tx, dependencies, companyId, ids);
  const bodies = new Map(Array.from(sent, ([id, body]) => [id, sentBytesOf(body)]));
  const stored = entries.filter(({ leadId }) => leadId !== null);
  const refused = entries.filter(({ leadId }) => leadId === null);
  const both = Array.from(bodies, ([id, body]) => [id, { sent: body, read: body }] as const);
  const sending = { actor, replay };
  return [
    ...(await sendRequests({ ...dependencies, tx }, sending, refused, new Map(both))),
    ...(await readAgain(tx, { actor, by }, stored, bodies)),
  ];
}

/** @returns whether some of the requests got a result, or all have one */
async function sendSome(
  dependencies: ReplayDependencies,
  tx: Transaction,
  { actor, replay }: { actor: ApiKeyActor; replay: Replay },
): Promise<boolean> {
  const { companyId, createdBy, createdByName } = replay;
  const ids = await findNext(tx, replay, replayRequestsAtOnce);
  if (ids.length === 0) {
    await tx.update(replays).set({ status: 'done', endedAt: sql`now()` }).where(isReplay(replay));
    return true;
  }

  const found = await findEntries(tx, companyId, ids);
  const gone = found
    .filter(({ entry }) => entry === undefined)
    .map(
      ({ id }): Result => ({
        entry: { id, at: new Date(0) },
        outcome: 'refused',
        message: 'The request is no longer in the log',
      }),
    );
  const entries = found.flatMap(({ entry }) => (entry ? [entry] : []));
  const results = await sendOrRead(dependencies, tx, { actor, replay }, entries);
  const by = actorOf(companyId, { userId: createdBy, name: createdByName });
  await writeResults(tx, by, replay, [...gone, ...results]);
  return gone.length + results.length > 0;
}

/**
 * Works on a replay, unless another process does: on some of its requests in one transaction, whose lock
 * ends with the process. Leads are created beside it; those that were created when a process died are
 * found by their id.
 *
 * @returns whether there is more to do now
 */
async function workOn(
  dependencies: ReplayDependencies,
  { companyId, id, apiKeyId }: Pick<Replay, 'companyId' | 'id' | 'apiKeyId'>,
): Promise<boolean> {
  const { db, intake } = dependencies;
  const actor = await intake.keys.findActor(companyId, apiKeyId);
  return db.transaction(async (tx) => {
    const [replay] = await tx
      .select()
      .from(replays)
      .where(isReplay({ companyId, id }))
      .for('update', { skipLocked: true });
    if (replay?.status === 'undoing') return undoSome(tx, replay);
    if (replay?.status !== 'running' || !actor) return false;
    return sendSome(dependencies, tx, { actor, replay });
  });
}

/**
 * Works on one of the open replays. One that fails is tried again later.
 *
 * @returns whether there is more to do now
 */
export async function workOnReplays(dependencies: ReplayDependencies): Promise<boolean> {
  for (const replay of await findOpen(dependencies.db)) {
    try {
      if (await workOn(dependencies, replay)) return true;
    } catch (error) {
      logFailure(dependencies.log, 'work on a replay failed', error, { id: replay.id });
    }
  }
  return false;
}
