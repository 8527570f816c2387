import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { intakeLog } from '#db/schema/intake-log.ts';
import { type LeadBefore, replayRequests, replays } from '#db/schema/replays.ts';
import type { ReplayOutcome } from '#db/values/replays.ts';
import type { Intake } from '../intake/intake.ts';
import type { Logger } from '../log.ts';
import type { CompanyActor } from '../services/actor.ts';
import type { BodyDependencies } from '../services/intake-log/read-bodies.ts';
import { recordLeadEvents } from '../services/leads/lead-changes.ts';
import { uuids } from '../services/sql.ts';

export interface ReplayDependencies extends BodyDependencies {
  db: Database;
  intake: Pick<Intake, 'idempotency' | 'keys'>;
  log: Logger;
}

export type Replay = typeof replays.$inferSelect;

export const entryColumns = {
  id: intakeLog.id,
  stepId: intakeLog.stepId,
  status: intakeLog.status,
  at: intakeLog.at,
  requestId: intakeLog.requestId,
  item: intakeLog.item,
  headers: intakeLog.headers,
  leadId: intakeLog.leadId,
};

/** A request in the intake log. */
export type Entry = Pick<typeof intakeLog.$inferSelect, keyof typeof entryColumns>;

/** What became of a request. */
export interface Result {
  entry: Pick<Entry, 'id' | 'at'>;
  outcome: Exclude<ReplayOutcome, 'undone'>;
  message: string;
  leadId?: string;
  before?: LeadBefore;
}

export const isReplay = ({ companyId, id }: Pick<Replay, 'companyId' | 'id'>) =>
  and(eq(replays.companyId, companyId), eq(replays.id, id));

export const isRequestOf = ({ companyId, id }: Pick<Replay, 'companyId' | 'id'>) =>
  and(eq(replayRequests.companyId, companyId), eq(replayRequests.replayId, id));

/** Who a replay acts for. */
export function actorOf(
  companyId: string,
  { userId, name }: { userId: string | null; name: string },
): CompanyActor {
  if (userId === null) return { kind: 'system', name, companyId };
  const anywhere = { applicationId: '', role: 'admin', sees: 'all', address: '' } as const;
  return { kind: 'user', userId, name, companyId, ...anywhere };
}

/** The requests whose lead it is belong to it: they are shown with the lead, and erased with it. */
async function giveToLeads(
  tx: Transaction,
  companyId: string,
  results: readonly Result[],
): Promise<void> {
  const given = results.filter(({ outcome }) => outcome === 'created' || outcome === 'repeated');
  if (given.length === 0) return;

  // Named as a list too: without statistics, a join alone reads the table once for each.
  const ids = uuids(given.map(({ entry }) => entry.id));
  const leads = uuids(given.map(({ leadId }) => leadId ?? ''));
  await tx.execute(sql`
    update request_bodies b set subject_id = given.lead_id
    from unnest(${ids}, ${leads}) as given (id, lead_id)
    where b.company_id = ${companyId} and b.subject_id = any(${ids})
      and b.subject_id = given.id and b.id = given.id`);
  await tx.execute(sql`
    update intake_log l set lead_id = given.lead_id
    from unnest(${ids}, ${leads}) as given (id, lead_id)
    where l.company_id = ${companyId} and l.id = any(${ids}) and l.id = given.id`);
}

/** Stores what became of requests, and says so on the timelines of their leads. */
export async function writeResults(
  tx: Transaction,
  actor: CompanyActor,
  replay: Pick<Replay, 'companyId' | 'id'>,
  results: readonly Result[],
): Promise<void> {
  if (results.length === 0) return;

  const { companyId, id } = replay;
  const rows = results.map(({ entry, outcome, message, leadId, before }) => ({
    entry: entry.id,
    outcome,
    message: message.toWellFormed().replaceAll('\0', '\uFFFD'),
    lead: leadId ?? null,
    before: before ?? null,
  }));
  await tx.execute(sql`
    update replay_requests r
    set outcome = row.outcome, message = row.message, lead_id = row.lead, before = row.before
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      entry uuid, outcome text, message text, lead uuid, before jsonb)
    where r.company_id = ${companyId} and r.replay_id = ${id}
      and r.entry_id = any(${uuids(rows.map(({ entry }) => entry))}) and r.entry_id = row.entry`);
  await giveToLeads(tx, companyId, results);
  const events = results.flatMap(({ entry, outcome, message, leadId }) => {
    if (leadId === undefined || (outcome !== 'created' && outcome !== 'filled')) return [];
    const of = outcome === 'filled' ? { to: outcome, field: message } : { to: null };
    return [{ leadId, type: 'replayed' as const, from: entry.at.toISOString(), ...of }];
  });
  if (events.length > 0) await recordLeadEvents(tx, actor, events);
}

/** The requests that come next, in the order in which they were sent. */
export async function findNext(tx: Transaction, replay: Replay, limit: number) {
  const rows = await tx
    .select({ id: replayRequests.entryId })
    .from(replayRequests)
    .where(and(isRequestOf(replay), isNull(replayRequests.outcome)))
    .orderBy(replayRequests.entryId)
    .limit(limit);
  return rows.map(({ id }) => id);
}
