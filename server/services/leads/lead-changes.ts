import { and, desc, eq, sql } from 'drizzle-orm';
import { announceChange } from '#db/announce.ts';
import type { Transaction } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { leadEvents } from '#db/schema/leads.ts';
import type { LeadEventType } from '#db/values/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { ConflictError, registerClass } from '../errors.ts';
import { leadEventColumns } from './lead-columns.ts';

/** A new value, and the value that the user saw when choosing it. */
export interface Edit<Value> {
  from: Value;
  to: Value;
}

export interface LeadEventEntry extends Partial<Edit<string | null>> {
  leadId: string;
  type: LeadEventType;
  /** Of an edit. */
  field?: string;
  /** Of a note or a call. */
  text?: string | null;
  /** Of a move. */
  fromStepId?: string;
}

const idOf = (actor: CompanyActor): string | null => {
  if (actor.kind === 'user') return actor.userId;
  return actor.kind === 'apiKey' ? actor.apiKeyId : null;
};

/**
 * Adds changes to the timeline, and tells open screens of their leads.
 *
 * @param steps ids of those that leads came into or went out of
 * @param at absent: now. Not the start of the transaction: it may have waited for a lock
 */
export async function recordLeadEvents(
  tx: Transaction,
  actor: CompanyActor,
  changes: readonly LeadEventEntry[],
  { steps, at }: { steps?: readonly string[] | undefined; at?: Date | undefined } = {},
): Promise<void> {
  const { companyId } = actor;
  const by = { actorKind: actor.kind, actorId: idOf(actor), actorName: actor.name };
  const createdAt = at ?? sql`clock_timestamp()`;

  const rows = changes.map((change) => ({ companyId, id: newId(), ...change, ...by, createdAt }));
  const leads = changes.map(({ leadId }) => leadId);
  const change = { leads, audit: 'all', ...(steps && { steps }) } as const;
  // In one flight.
  await Promise.all([tx.insert(leadEvents).values(rows), announceChange(tx, companyId, change)]);
}

type LeadEvent = Pick<typeof leadEvents.$inferSelect, keyof typeof leadEventColumns>;

/** Another change of the same value of a lead came first. Nothing was changed. */
export class LeadConflictError extends ConflictError {
  /** The last change of the value. */
  readonly event: LeadEvent;
  /** What is stored: a value of the list, or the id of the step. */
  readonly value: string;

  static {
    registerClass(LeadConflictError, 'LeadConflictError');
  }

  constructor(event: LeadEvent, value: string) {
    const { actorName, type, from, to, createdAt } = event;
    super(`${actorName} changed it at ${createdAt.toISOString()}: ${type}, ${from} to ${to}`);
    this.event = event;
    this.value = value;
  }
}

interface Change {
  companyId: string;
  leadId: string;
  type: LeadEventType;
  /** Of an edit. */
  field?: string;
}

/**
 * @param stored the value under the lock of the row, as text
 * @throws LeadConflictError when it is neither the value seen nor the one wanted
 */
export async function assertUnchanged(
  tx: Transaction,
  { companyId, leadId, type, field }: Change,
  stored: string,
  { from, to }: Edit<string>,
): Promise<void> {
  if (stored === from || stored === to) return;

  const [event] = await tx
    .select(leadEventColumns)
    .from(leadEvents)
    .where(
      and(
        eq(leadEvents.companyId, companyId),
        eq(leadEvents.leadId, leadId),
        eq(leadEvents.type, type),
        field === undefined ? undefined : eq(leadEvents.field, field),
      ),
    )
    .orderBy(desc(leadEvents.createdAt), desc(leadEvents.id))
    .limit(1);
  if (!event) throw new ConflictError('The lead never had this value. Reload the page');

  throw new LeadConflictError(event, stored);
}
