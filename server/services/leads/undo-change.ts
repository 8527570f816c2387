import { and, eq, isNull, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '#db/client.ts';
import { leadEvents, leads } from '#db/schema/leads.ts';
import { leadStatuses } from '#db/values/leads.ts';
import type { UserActor } from '../actor.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import { instantOf } from '../sql.ts';
import { assertOpen, findPlace } from '../steps/find-places.ts';
import { getLead, type LeadDescription } from './get-lead.ts';
import { type LeadEventEntry, readTime } from './lead-changes.ts';
import { lockLead } from './lock-lead.ts';
import {
  columnsBefore,
  eventsOfStatus,
  none,
  type OutcomeTexts,
  readOutcomesBefore,
  restoreOutcomes,
} from './outcome.ts';
import { saveLeads } from './save-leads.ts';

type LockedLead = { id: string } & Awaited<ReturnType<typeof lockLead>>;
type LeadEvent = typeof leadEvents.$inferSelect;

/** A reason or an amount that was added since goes with the status that it belongs to. */
const isLater = sql`exists (
  select from lead_events later
  where later.company_id = lead_events.company_id and later.lead_id = lead_events.lead_id
    and later.type = lead_events.type and later.field is not distinct from lead_events.field
    and not (later.type = 'edited' and later.field in ('lostReason', 'wonAmount'))
    and (later.created_at, later.id) > (lead_events.created_at, lead_events.id))`;

/**
 * What a member changed at that time.
 *
 * @throws NotFoundError when that is nothing
 * @throws ConflictError when a value was changed again since, also by an undo
 */
async function readOwnEvents(
  tx: Transaction,
  { companyId, userId }: UserActor,
  leadId: string,
  at: Date,
): Promise<LeadEvent[]> {
  const rows = await tx
    .select({ event: leadEvents, isLater: sql<boolean>`${isLater}` })
    .from(leadEvents)
    .where(
      and(
        eq(leadEvents.companyId, companyId),
        eq(leadEvents.leadId, leadId),
        eq(leadEvents.actorId, userId),
        eq(leadEvents.createdAt, at),
        isNull(leadEvents.undoes),
      ),
    );
  if (rows.length === 0) throw new NotFoundError('There is nothing to take back');
  if (rows.some((row) => row.isLater)) {
    throw new ConflictError('The lead was changed since, and stays as it is');
  }

  return rows.map(({ event }) => event);
}

interface Reversal {
  set: PgUpdateSetSource<typeof leads>;
  events: LeadEventEntry[];
  /** Reasons and amounts. */
  before?: ReadonlyMap<string, OutcomeTexts>;
}

async function reverseMove(
  tx: Transaction,
  actor: UserActor,
  lead: LockedLead,
  { leadId, fromStepId, from, to }: LeadEvent,
): Promise<Reversal> {
  if (fromStepId === null) throw new ConflictError('The step before is not known');
  const before = await findPlace(tx, actor, fromStepId);
  assertOpen(before);
  return {
    set: { stepId: before.id },
    events: [{ leadId, type: 'moved', from: to, to: from, fromStepId: lead.stepId }],
  };
}

/** The event has names, so that only the absence of an owner can be restored by it. */
function reverseOwner({ leadId, from, to }: LeadEvent): Reversal {
  if (from !== null) throw new ConflictError('The lead had another owner. Choose the owner again');
  return {
    set: { ownerId: null, assignedAt: null },
    events: [{ leadId, type: 'owner', from: to, to: null }],
  };
}

async function reverse(
  tx: Transaction,
  actor: UserActor,
  lead: LockedLead,
  event: LeadEvent,
): Promise<Reversal> {
  const { type, from, to, leadId, createdAt } = event;
  const back = { leadId, type, from: to, to: from };
  const firstContactAt = sql`nullif(${leads.firstContactAt}, ${instantOf(createdAt)})`;

  switch (type) {
    case 'moved':
      return reverseMove(tx, actor, lead, event);
    case 'owner':
      return reverseOwner(event);
    case 'followUp':
      return { set: { followUpAt: from === null ? null : new Date(from) }, events: [back] };
    case 'call':
    case 'message':
      return { set: { firstContactAt }, events: [back] };
    case 'status': {
      const status = leadStatuses.find((each) => each === from) ?? lead.status;
      const before = await readOutcomesBefore(tx, actor.companyId, [lead.id], createdAt);
      return {
        set: columnsBefore(status, createdAt),
        events: eventsOfStatus(lead, status, before.get(lead.id) ?? none),
        before,
      };
    }
    case 'edited':
      /* Taken back with the status. */
      return { set: {}, events: [] };
    default:
      throw new ConflictError('This cannot be taken back');
  }
}

/**
 * Takes back all that a member changed of a lead at one time: its step with the status, the reason and the
 * amount; a call or message with the status and the follow-up. The events of both stay in the timeline.
 *
 * @param at `changedAt` of the change
 * @returns the lead; null when the member does not see it any more
 * @throws NotFoundError for the lead, or when the member changed nothing of it at that time
 * @throws ConflictError when it was changed since, or its step is archived
 */
export function undoChange(
  db: Database,
  actor: UserActor,
  { id, at }: { id: string; at: Date },
): Promise<LeadDescription | null> {
  return db.transaction(async (tx) => {
    const lead = { id, ...(await lockLead(tx, actor, id)) };
    const own = await readOwnEvents(tx, actor, id, at);
    const reversals: Reversal[] = [];
    for (const event of own) reversals.push(await reverse(tx, actor, lead, event));
    const set: Reversal['set'] = Object.assign({}, ...reversals.map((each) => each.set));
    const events = reversals.flatMap((each) => each.events);
    if (events.length === 0) throw new ConflictError('This cannot be taken back');
    const now = await readTime(tx, actor.companyId);
    await saveLeads(tx, actor, { ids: [id], set, events, at: now, undoes: at });
    for (const { before } of reversals)
      if (before) await restoreOutcomes(tx, actor.companyId, before);

    return getLead(tx, actor, { id }).catch((error: unknown) => {
      if (error instanceof NotFoundError) return null;
      throw error;
    });
  });
}
