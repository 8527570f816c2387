import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { companies } from '#db/schema/applications.ts';
import { leadEvents, leads } from '#db/schema/leads.ts';
import type { LeadEventType, LeadStatus } from '#db/values/leads.ts';
import type { CompanyActor, UserActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { instantOf } from '../sql.ts';
import { countChanges, countedDay } from './count-changes.ts';
import { recordLeadEvents } from './lead-changes.ts';
import {
  deletions,
  type NewValues,
  readOwners,
  readSteps,
  statuses,
} from './leads-change-events.ts';
import { assignedBefore, followUpsEnded, isGivenAway, restoreFollowUps } from './owner-change.ts';
import { refreshSearchWords } from './refresh-search-words.ts';
import { isInScope, isRestricted, isVisibleTo } from './visibility.ts';

/** One new value for leads: the id of a step or of a member, a status, deleted or restored. */
export type LeadsChange =
  | { field: 'step'; to: string }
  | { field: 'owner'; to: string | null }
  | { field: 'status'; to: LeadStatus }
  | { field: 'deleted'; to: boolean };

/** Values as in `LeadsChange`, leads by the value that they had. */
type PreviousValues =
  | { field: 'step'; from: string; back: { to: string; ids: string[] }[] }
  | { field: 'owner'; from: string | null; back: { to: string | null; ids: string[] }[] }
  | { field: 'status'; from: LeadStatus; back: { to: LeadStatus; ids: string[] }[] }
  | { field: 'deleted'; from: boolean; back: { to: boolean; ids: string[] }[] };

/** What undoes a change. `at` is its time, which its events and a first contact by it have. */
export type LeadsUndo = PreviousValues & { at: Date };

interface Outcome {
  changed: number;
  /** Gone, or not visible to the actor. */
  missing: number;
  /** Had the value already; for an undo, were changed since, or cannot have the previous value again. */
  kept: number;
}

const columns = {
  id: leads.id,
  step: leads.stepId,
  owner: leads.ownerId,
  status: leads.status,
  deleted: sql<boolean>`${leads.deletedAt} is not null`,
  isTest: sql<boolean>`${leads.origin} = 'test'`,
  day: countedDay,
  followUpAt: leads.followUpAt,
};

type Field = LeadsChange['field'];
type Value = LeadsChange['to'];

/**
 * Waits for other changes of the leads. In the order of their ids, so that two changes of the same
 * leads do not deadlock.
 */
const lockLeads = (tx: Transaction, companyId: string, ids: readonly string[], isInReach?: SQL) =>
  tx
    .select(columns)
    .from(leads)
    .where(and(eq(leads.companyId, companyId), inArray(leads.id, [...ids]), isInReach))
    .orderBy(asc(leads.id))
    .for('no key update');

const reachOf = (actor: CompanyActor, field: Field) =>
  field === 'deleted' ? isInScope(actor) : isVisibleTo(actor);

type Lead = Awaited<ReturnType<typeof lockLeads>>[number];

/** A change of the leads under lock. */
interface Change {
  field: Field;
  leads: readonly { lead: Lead; to: Value }[];
  /** Of an undo: the time of what it undoes. */
  undoneAt?: Date;
}

const textOf = (value: Value) => (value === null ? null : String(value));

async function readValues(
  tx: Transaction,
  actor: CompanyActor,
  { field, leads: changed }: Change,
): Promise<NewValues> {
  if (field === 'step') {
    return readSteps(
      tx,
      actor,
      changed.flatMap(({ lead, to }) => [lead.step, String(to)]),
    );
  }
  if (field === 'owner') return readOwners(tx, actor);
  return field === 'status' ? statuses : deletions;
}

/**
 * What the columns of a lead become. A change of status is a contact; one that is undone was none.
 * Guarantee of the cast: the value is one of the field.
 */
function valuesOf({ field, undoneAt }: Change, to: Value, at: Date, companyId: string) {
  if (field === 'step') return { stepId: String(to) };
  if (field === 'deleted') return { deletedAt: to ? at : null };
  if (field === 'owner') {
    const owner = textOf(to);
    if (owner === null) return { ownerId: null, assignedAt: null, followUpAt: null };
    return {
      ownerId: owner,
      assignedAt: undoneAt ? assignedBefore(companyId, owner, undoneAt) : at,
    };
  }
  const firstContactAt: SQL = undoneAt
    ? sql`nullif(${leads.firstContactAt}, ${instantOf(undoneAt)})`
    : sql`coalesce(${leads.firstContactAt}, ${instantOf(at)})`;
  return { status: to as LeadStatus, firstContactAt };
}

/** Neither tests nor deleted leads are counted. */
function countsOf({ field, leads: changed }: Change) {
  const counted = changed.filter(({ lead }) => !lead.isTest);
  if (field === 'step') {
    return counted.flatMap(({ lead, to }) => [
      { stepId: lead.step, day: lead.day, leads: -1 },
      { stepId: String(to), day: lead.day, leads: 1 },
    ]);
  }
  if (field !== 'deleted') return [];
  return counted.map(({ lead, to }) => ({
    stepId: lead.step,
    day: lead.day,
    leads: to ? -1 : 1,
  }));
}

const notFound = () => new NotFoundError('The leads were not found');

const groupedBy = (rows: Change['leads'], keyOf: (row: Change['leads'][number]) => Value) => {
  const groups = new Map<Value, string[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const ids = groups.get(key);
    if (ids) ids.push(row.lead.id);
    else groups.set(key, [row.lead.id]);
  }
  return Array.from(groups, ([to, ids]) => ({ to, ids }));
};

/** After the locks, for which the transaction may have waited. */
async function readTime(tx: Transaction, companyId: string): Promise<Date> {
  const [row] = await tx
    .select({ at: sql`clock_timestamp()`.mapWith(leads.createdAt) })
    .from(companies)
    .where(eq(companies.id, companyId));
  if (!row) throw new NotFoundError('Company not found');

  return row.at;
}

/** @returns its time, which its events have */
async function apply(
  tx: Transaction,
  actor: CompanyActor,
  change: Change,
  values: NewValues,
): Promise<Date> {
  const { companyId } = actor;
  const { field, leads: changed, undoneAt } = change;
  const at = await readTime(tx, companyId);
  if (changed.length === 0) return at;

  for (const { to, ids } of groupedBy(changed, (row) => row.to)) {
    await tx
      .update(leads)
      .set(valuesOf(change, to, at, companyId))
      .where(and(eq(leads.companyId, companyId), inArray(leads.id, ids)));
  }
  await refreshSearchWords(
    tx,
    companyId,
    changed.map(({ lead }) => lead.id),
  );
  const events = changed.map(({ lead, to }) =>
    values.eventOf({ id: lead.id, from: textOf(lead[field]), to: textOf(to) }),
  );
  if (field === 'owner') {
    const disowned = changed.flatMap(({ lead, to }) => (to === null ? [lead] : []));
    events.push(...followUpsEnded(disowned));
    const owned = changed.flatMap(({ lead, to }) => (to === null ? [] : [lead.id]));
    if (undoneAt) events.push(...(await restoreFollowUps(tx, companyId, owned, undoneAt)));
  }
  await recordLeadEvents(tx, actor, events, at);
  await countChanges(tx, companyId, countsOf(change));
  return at;
}

/** Guarantee of the cast: the values are those of the field. */
const undoOf = (change: Change, from: Value, at: Date) =>
  ({
    field: change.field,
    from,
    at,
    back: groupedBy(change.leads, ({ lead }) => lead[change.field]),
  }) as LeadsUndo;

/**
 * Gives leads one new value, all of them that there are. Each lead that changes gets its event.
 *
 * @returns `undo` for `undoLeadsChange`; null when nothing was changed
 * @throws NotFoundError when none of the leads is there; for the step or the member
 * @throws ConflictError when the step is archived, or the member cannot own leads
 */
export function changeLeads(
  db: Database,
  actor: CompanyActor,
  { ids, change: { field, to } }: { ids: readonly string[]; change: LeadsChange },
): Promise<Outcome & { undo: LeadsUndo | null }> {
  return db.transaction(async (tx) => {
    const found = await lockLeads(tx, actor.companyId, ids, reachOf(actor, field));
    if (found.length === 0) throw notFound();

    const changing = found.filter((lead) => lead[field] !== to).map((lead) => ({ lead, to }));
    const change = { field, leads: changing };
    const values = await readValues(tx, actor, change);
    const refusal = changing.length > 0 ? values.refusalOf(textOf(to)) : undefined;
    if (refusal) throw refusal;
    const at = await apply(tx, actor, change, values);

    return {
      changed: changing.length,
      missing: new Set(ids).size - found.length,
      kept: found.length - changing.length,
      undo: changing.length > 0 ? undoOf(change, to, at) : null,
    };
  });
}

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

/** The events of a change by the actor, by lead, and whether each is still the last of its kind. */
async function readOwnChange(
  tx: Transaction,
  { companyId, userId }: UserActor,
  { field, at }: LeadsUndo,
  ids: readonly string[],
) {
  const types = sql.join(
    eventTypes[field].map((type) => sql`${type}`),
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
    const isInReach = reachOf(actor, field);
    const givenAway = field === 'owner' ? isGivenAway(actor, at) : undefined;
    const found = await lockLeads(
      tx,
      actor.companyId,
      [...before.keys()],
      givenAway ? or(isInReach, givenAway) : isInReach,
    );
    const asked = found.flatMap((lead) => {
      const to = before.get(lead.id);
      return to === undefined ? [] : [{ lead, to }];
    });
    const values = await readValues(tx, actor, { field, leads: asked });
    const events = await readOwnChange(tx, actor, given, [...before.keys()]);
    const own = asked.flatMap((row) => {
      const event = events.get(row.lead.id);
      return event && hadBefore(field, event, row.to, values) ? [{ ...row, event }] : [];
    });
    if (own.length === 0) throw notFound();

    const changing = own.filter(
      ({ lead, to, event }) => event.isLast && lead[field] === from && to !== from,
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
