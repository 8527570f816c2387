import { and, desc, eq, sql } from 'drizzle-orm';
import { announceChange } from '#db/announce.ts';
import type { Transaction } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { companies } from '#db/schema/applications.ts';
import { leadEvents } from '#db/schema/leads.ts';
import type { LeadEventType } from '#db/values/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { ConflictError, NotFoundError, registerClass } from '../errors.ts';
import { leadEventColumns } from './lead-columns.ts';

/** A new value, and the value that the user saw when choosing it. */
export interface Edit<Value> {
  from: Value;
  to: Value;
}

export interface LeadEventEntry extends Partial<Edit<string | null>> {
  leadId: string;
  /* Of an event with another lead, `from` is its id: a name would stay when that lead is erased. */
  type: LeadEventType;
  /** Of an edit. */
  field?: string;
  /** Of a note, a call or a message. */
  text?: string | null;
  /** Of a move. */
  fromStepId?: string;
}

const idOf = (actor: CompanyActor): string | null => {
  if (actor.kind === 'user') return actor.userId;
  return actor.kind === 'apiKey' ? actor.apiKeyId : null;
};

interface EventOptions {
  /** Ids of those that leads came into or went out of. */
  steps?: readonly string[] | undefined;
  /** Absent: now. Not the start of the transaction: it may have waited for a lock. */
  at?: Date | undefined;
  /** The time of the change that these take back. */
  undoes?: Date | undefined;
}

/** Adds changes to the timeline, and tells open screens of their leads. */
export async function recordLeadEvents(
  tx: Transaction,
  actor: CompanyActor,
  changes: readonly LeadEventEntry[],
  { steps, at, undoes }: EventOptions = {},
): Promise<void> {
  const { companyId } = actor;
  const by = { actorKind: actor.kind, actorId: idOf(actor), actorName: actor.name };
  const createdAt = at ?? sql`clock_timestamp()`;

  const rows = changes.map((change) => ({
    companyId,
    id: newId(),
    ...change,
    ...by,
    undoes,
    createdAt,
  }));
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

/**
 * The time of a change, which all its events have, so that it can be taken back as one. After the locks,
 * for which the transaction may have waited.
 */
export async function readTime(tx: Transaction, companyId: string): Promise<Date> {
  const [row] = await tx
    .select({ at: sql`clock_timestamp()`.mapWith(leadEvents.createdAt) })
    .from(companies)
    .where(eq(companies.id, companyId));
  if (!row) throw new NotFoundError('Company not found');

  return row.at;
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
