import { and, eq, sql } from 'drizzle-orm';
import { announce } from '#db/announce.ts';
import type { Database, Transaction } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import { funnels, steps } from '#db/schema/funnels.ts';
import { intakeLog } from '#db/schema/intake-log.ts';
import { replayRequests, replays } from '#db/schema/replays.ts';
import { lateRetryHours, replayMax } from '#db/values/replays.ts';
import type { UserActor } from '../services/actor.ts';
import { recordAudit } from '../services/audit/record-audit.ts';
import { ConflictError, InvalidError, NotFoundError } from '../services/errors.ts';
import { canBeReplayed, findReplayGroup, type ReplayGroup } from './replay-group.ts';

/**
 * From now on, repeats of requests of a key are recognized by their body.
 *
 * @returns the name of the key, which is locked until the end of the transaction
 */
export async function recognizeRetries(
  tx: Transaction,
  companyId: string,
  apiKeyId: string,
): Promise<string> {
  const [key] = await tx
    .update(apiKeys)
    .set({ replayedUntil: sql`now() + ${`${lateRetryHours} hours`}::interval` })
    .where(and(eq(apiKeys.companyId, companyId), eq(apiKeys.id, apiKeyId)))
    .returning({ name: apiKeys.name });
  if (!key) throw new NotFoundError('API key not found');

  await announce(tx, 'keys');
  return key.name;
}

async function assertTakesLeads(tx: Transaction, companyId: string, stepId: string) {
  const [step] = await tx
    .select({ id: steps.id })
    .from(steps)
    .innerJoin(funnels, and(eq(funnels.companyId, steps.companyId), eq(funnels.id, steps.funnelId)))
    .where(
      and(
        eq(steps.companyId, companyId),
        eq(steps.id, stepId),
        sql`${steps.archivedAt} is null and ${funnels.archivedAt} is null`,
      ),
    );
  if (!step) throw new InvalidError('This step takes no leads', 'stepId');
}

async function assertNoOther(tx: Transaction, { companyId, groupId }: ReplayGroup) {
  const [other] = await tx
    .select({ id: replays.id })
    .from(replays)
    .where(
      and(
        eq(replays.companyId, companyId),
        eq(replays.groupId, groupId),
        sql`${replays.status} in ('running', 'undoing')`,
      ),
    );
  if (other) throw new ConflictError('These requests are being worked on. Wait until that ends');
}

const chooseRequests = (tx: Transaction, group: ReplayGroup, replayId: string) =>
  tx
    .insert(replayRequests)
    .select(
      tx
        .select({
          companyId: intakeLog.companyId,
          replayId: sql<string>`${replayId}::uuid`.as('replay_id'),
          entryId: intakeLog.id,
          outcome: sql<null>`null::text`.as('outcome'),
          message: sql<string>`''`.as('message'),
          leadId: sql<null>`null::uuid`.as('lead_id'),
          before: sql<null>`null::jsonb`.as('before'),
        })
        .from(intakeLog)
        .where(canBeReplayed(group))
        .orderBy(intakeLog.id)
        .limit(replayMax),
    )
    .returning({ id: replayRequests.entryId });

/**
 * Sends the refused requests of a group again, or reads those of stored leads again, behind the answer.
 *
 * @param stepId where the leads go; null: where they were sent to
 * @throws NotFoundError, InvalidError; ConflictError while the group is worked on
 */
export function startReplay(
  db: Database,
  actor: UserActor,
  { groupId, stepId }: { groupId: string; stepId: string | null },
): Promise<{ id: string }> {
  const { companyId, userId, name } = actor;

  return db.transaction(async (tx) => {
    const group = await findReplayGroup(tx, companyId, groupId);
    const { apiKeyId, kind } = group;
    const keyName = await recognizeRetries(tx, companyId, apiKeyId);
    await assertNoOther(tx, group);
    if (stepId !== null) await assertTakesLeads(tx, companyId, stepId);
    const replay = {
      ...{ companyId, id: newId(), groupId, apiKeyId },
      stepId: kind === 'send' ? stepId : null,
      status: 'running' as const,
      ...{ createdBy: userId, createdByName: name },
    };
    await tx.insert(replays).values({ ...replay, requests: 0 });
    const chosen = await chooseRequests(tx, group, replay.id);
    if (chosen.length === 0) {
      throw new InvalidError(
        'None of these requests can be sent again: what they sent is not stored',
      );
    }
    await tx
      .update(replays)
      .set({ requests: chosen.length })
      .where(and(eq(replays.companyId, companyId), eq(replays.id, replay.id)));
    await recordAudit(tx, actor, {
      action: 'replays.start',
      subject: { id: apiKeyId, name: keyName },
      details: { requests: chosen.length, ...(group.cause && { cause: group.cause }) },
    });
    return { id: replay.id };
  });
}
