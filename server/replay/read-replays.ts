import { and, asc, desc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { leads } from '#db/schema/leads.ts';
import { replayRequests, replays } from '#db/schema/replays.ts';
import { type ReplayOutcome, replayResultsPerPage, replaysShown } from '#db/values/replays.ts';
import type { UserActor } from '../services/actor.ts';
import { NotFoundError } from '../services/errors.ts';
import { canBeUndone } from './end-replay.ts';
import { isReplay, isRequestOf } from './replay.ts';

/** Of a group, the newest first, each with the number of requests by outcome. */
export async function listReplays(
  db: Database,
  { companyId }: UserActor,
  { groupId }: { groupId: string },
) {
  const rows = await db
    .select({
      id: replays.id,
      status: replays.status,
      requests: replays.requests,
      createdAt: replays.createdAt,
      createdByName: replays.createdByName,
      endedAt: replays.endedAt,
      endedByName: replays.endedByName,
      canBeUndone,
    })
    .from(replays)
    .where(and(eq(replays.companyId, companyId), eq(replays.groupId, groupId)))
    .orderBy(desc(replays.createdAt), desc(replays.id))
    .limit(replaysShown);
  const counts = await Promise.all(rows.map(({ id }) => countOutcomes(db, companyId, id)));
  return rows.map((replay, index) => ({ ...replay, outcomes: counts[index] ?? {} }));
}

async function countOutcomes(db: Database, companyId: string, id: string) {
  const rows = await db
    .select({ outcome: replayRequests.outcome, requests: sql<number>`count(*)`.mapWith(Number) })
    .from(replayRequests)
    .where(and(isRequestOf({ companyId, id }), isNotNull(replayRequests.outcome)))
    .groupBy(replayRequests.outcome);
  const counts: Partial<Record<ReplayOutcome, number>> = {};
  for (const { outcome, requests } of rows) if (outcome) counts[outcome] = requests;
  return counts;
}

/**
 * What became of each request, in the order in which they were sent.
 *
 * @param cursor `nextCursor` of the page before
 * @throws NotFoundError
 */
export async function listReplayResults(
  db: Database,
  { companyId }: UserActor,
  {
    id,
    outcome,
    cursor,
  }: { id: string; outcome?: ReplayOutcome | undefined; cursor?: string | null | undefined },
) {
  const [replay] = await db
    .select({ id: replays.id })
    .from(replays)
    .where(isReplay({ companyId, id }));
  if (!replay) throw new NotFoundError('Replay not found');

  const rows = await db
    .select({
      entryId: replayRequests.entryId,
      outcome: sql<ReplayOutcome>`${replayRequests.outcome}`,
      message: replayRequests.message,
      lead: { id: leads.id, name: leads.name },
    })
    .from(replayRequests)
    .leftJoin(leads, and(eq(leads.companyId, companyId), eq(leads.id, replayRequests.leadId)))
    .where(
      and(
        isRequestOf({ companyId, id }),
        outcome ? eq(replayRequests.outcome, outcome) : isNotNull(replayRequests.outcome),
        cursor ? gt(replayRequests.entryId, cursor) : undefined,
      ),
    )
    .orderBy(asc(replayRequests.entryId))
    .limit(replayResultsPerPage + 1);
  const items = rows.slice(0, replayResultsPerPage);
  const last = rows.length > replayResultsPerPage ? items.at(-1) : undefined;
  return { items, nextCursor: last?.entryId ?? null };
}
