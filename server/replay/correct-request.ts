import { and, eq, isNull, sql } from 'drizzle-orm';
import { newId } from '#db/id.ts';
import { intakeLog } from '#db/schema/intake-log.ts';
import { replayRequests, replays } from '#db/schema/replays.ts';
import { needsPerson } from '#db/values/intake-log.ts';
import { sentBytesOf } from '../public-api/diagnose/try-lead.ts';
import type { UserActor } from '../services/actor.ts';
import { recordAudit } from '../services/audit/record-audit.ts';
import { ConflictError, InvalidError, NotFoundError } from '../services/errors.ts';
import { readBodies } from '../services/intake-log/read-bodies.ts';
import { entryColumns, type ReplayDependencies, writeResults } from './replay.ts';
import { sendRequests } from './send-requests.ts';
import { recognizeRetries } from './start-replay.ts';

interface CorrectedRequest {
  /** Of its entry in the log. */
  id: string;
  body: string;
  /** Where the lead goes; null: where the request was sent to. */
  stepId: string | null;
}

/**
 * Sends a refused request again with another body. It is recognized by what its sender sent, which stays in
 * the log.
 *
 * @returns the lead
 * @throws NotFoundError, ConflictError; InvalidError when it is refused again
 */
export async function correctRequest(
  { db, ...dependencies }: ReplayDependencies,
  actor: UserActor,
  { id, body, stepId }: CorrectedRequest,
): Promise<{ leadId: string }> {
  const { companyId, userId, name } = actor;
  const [entry] = await db
    .select({
      ...entryColumns,
      groupId: intakeLog.groupId,
      apiKeyId: intakeLog.apiKeyId,
      outcome: intakeLog.outcome,
    })
    .from(intakeLog)
    .where(and(eq(intakeLog.companyId, companyId), eq(intakeLog.id, id)));
  if (!entry || !needsPerson(entry.outcome)) {
    throw new NotFoundError('This refused request is not in the log');
  }
  const { groupId, apiKeyId } = entry;
  const sender = await dependencies.intake.keys.findActor(companyId, apiKeyId);
  if (!sender) throw new NotFoundError('API key not found');

  await db.transaction((tx) => recognizeRetries(tx, companyId, apiKeyId));
  return db.transaction(async (tx) => {
    const [open] = await tx
      .select({ id: intakeLog.id })
      .from(intakeLog)
      .where(
        and(eq(intakeLog.companyId, companyId), eq(intakeLog.id, id), isNull(intakeLog.leadId)),
      )
      .for('update');
    if (!open) throw new ConflictError('This request was sent again already');

    const replay = { companyId, id: newId(), groupId, apiKeyId, stepId };
    const sent = (await readBodies(tx, dependencies, companyId, [id])).get(id);
    const read = { bytes: Buffer.from(body), submission: entry.headers?.submission };
    const bodies = new Map([[id, { sent: sent ? sentBytesOf(sent) : read, read }]]);
    const sending = { actor: sender, replay };
    const [result] = await sendRequests({ ...dependencies, tx }, sending, [entry], bodies);
    if (!result) throw new ConflictError('It could not be sent now. Try again');
    if (result.outcome === 'refused' || !result.leadId)
      throw new InvalidError(result.message, 'body');

    const by = { createdBy: userId, createdByName: name };
    const done = { status: 'done' as const, requests: 1, endedAt: sql`now()` };
    await tx.insert(replays).values({ ...replay, ...by, ...done });
    await tx.insert(replayRequests).values({ companyId, replayId: replay.id, entryId: id });
    await writeResults(tx, actor, replay, [result]);
    await recordAudit(tx, actor, {
      action: 'replays.correct',
      subject: { id: apiKeyId, name: sender.name },
    });
    return { leadId: result.leadId };
  });
}
