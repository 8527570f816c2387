import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { leadEvents } from '#db/schema/leads.ts';
import { type LeadEventType, leadStatuses } from '#db/values/leads.ts';
import type { CompanyActor, UserActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import {
  apply,
  type Field,
  type LeadsUndo,
  lockLeads,
  notFound,
  type Outcome,
  readValues,
  textOf,
  type Value,
} from './change-leads.ts';
import type { NewValues } from './leads-change-events.ts';
import { isGivenAway } from './owner-change.ts';
import { isRestricted } from './visibility.ts';

/** An agent cannot have replaced the owner of a lead that the agent did not see. */
const mayRestore = (actor: CompanyActor, field: Field, to: Value) =>
  field !== 'owner' ||
  !isRestricted(actor) ||
  to === actor.userId ||
  (to === null && actor.sees === 'ownAndUnassigned');

const eventTypes: Record<Field, readonly LeadEventType[]> = {
  step: ['moved'],
  owner: ['owner'],
  status: ['status'],
  deleted: ['deleted', 'restored'],
};

/** A merge has its own undo, for all that it changed. */
const isNoMerge = sql`not exists (
  select from lead_events merge
  where merge.company_id = lead_events.company_id and merge.lead_id = lead_events.lead_id
    and merge.type in ('merged', 'unmerged') and merge.created_at = lead_events.created_at)`;

/** The events of a change by the actor, by lead, and whether each is still the last of its kind. */
async function readOwnChange(
  tx: Transaction,
  { companyId, userId }: UserActor,
  { at, kind }: { at: Date; kind: readonly LeadEventType[] },
  ids: readonly string[],
) {
  const types = sql.join(
    kind.map((type) => sql`${type}`),
    sql`, `,
  );
  const events = await tx
    .select({
      leadId: leadEvents.leadId,
      from: leadEvents.from,
      fromStepId: leadEvents.fromStepId,
      isLast: sql<boolean>`not exists (
        select from lead_events later
        where later.company_id = ${companyId}::uuid and later.lead_id = lead_events.lead_id
          and later.type in (${types})
          and (later.created_at, later.id) > (lead_events.created_at, lead_events.id))`,
    })
    .from(leadEvents)
    .where(
      and(
        eq(leadEvents.companyId, companyId),
        inArray(leadEvents.leadId, [...ids]),
        sql`${leadEvents.type} in (${types})`,
        eq(leadEvents.actorId, userId),
        eq(leadEvents.createdAt, at),
        isNoMerge,
      ),
    );
  return new Map(events.map((event) => [event.leadId, event]));
}

type ChangeEvent = Pick<typeof leadEvents.$inferSelect, 'leadId' | 'from' | 'fromStepId'>;

/** Whether the event of a change says that its lead had the value before. */
function hadBefore(field: Field, event: ChangeEvent, value: Value, values: NewValues): boolean {
  const from = textOf(value);
  if (field === 'step') return event.fromStepId === from;
  return event.from === values.eventOf({ id: event.leadId, from, to: null }).from;
}

/**
 * Gives leads the value back that they had before a change of the actor, also those that the change
 * took out of the actor's sight. Leads stay as they are that were changed since, or whose previous step
 * or owner takes no leads any more; when all are such leads, it is refused.
 *
 * @throws as `changeLeads`, and NotFoundError when the actor made no such change
 */
export function undoLeadsChange(
  db: Database,
  actor: UserActor,
  given: LeadsUndo,
): Promise<Outcome> {
  const { field, from, at, back } = given;
  const ids = back.flatMap((group) => group.ids);
  const before = new Map(
    back
      .filter(({ to }) => mayRestore(actor, field, to))
      .flatMap((group) => group.ids.map((id): [string, Value] => [id, group.to])),
  );

  return db.transaction(async (tx) => {
    const givenAway = field === 'owner' ? isGivenAway(actor, at) : undefined;
    const found = await lockLeads(tx, actor, [...before.keys()], field, givenAway);
    if (found.length === 0) {
      const what = ids.length === 1 ? 'lead is' : 'leads are';
      throw new NotFoundError(`The ${what} not there any more`);
    }
    const asked = found.flatMap((lead) => {
      const to = before.get(lead.id);
      return to === undefined ? [] : [{ lead, to }];
    });
    const values = await readValues(tx, actor, { field, leads: asked });
    const known = [...before.keys()];
    const events = await readOwnChange(tx, actor, { at, kind: eventTypes[field] }, known);
    /* Of moves into a step that is marked, or out of one. */
    const statusEvents =
      field === 'step'
        ? await readOwnChange(tx, actor, { at, kind: ['status'] }, known)
        : undefined;
    const own = asked.flatMap((row) => {
      const event = events.get(row.lead.id);
      if (!event || !hadBefore(field, event, row.to, values)) return [];
      const change = field === 'status' ? event : statusEvents?.get(row.lead.id);
      const status = leadStatuses.find((each) => each === change?.from);
      return [{ ...row, status, isLast: event.isLast && (change?.isLast ?? true) }];
    });
    if (own.length === 0) throw notFound();

    const changing = own.filter(
      ({ lead, to, isLast }) => isLast && lead[field] === from && to !== from,
    );
    const possible = changing.filter(({ to }) => !values.refusalOf(textOf(to)));
    const [refused] = possible.length === 0 ? changing : [];
    if (refused) throw values.refusalOf(textOf(refused.to));
    await apply(tx, actor, { field, leads: possible, undoneAt: at }, values);

    return {
      changed: possible.length,
      missing: new Set(ids).size - own.length,
      kept: own.length - possible.length,
    };
  });
}
