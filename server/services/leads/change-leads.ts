import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { leads } from '#db/schema/leads.ts';
import type { LeadStatus } from '#db/values/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { instantOf } from '../sql.ts';
import { countChanges, countedDay } from './count-changes.ts';
import { type LeadEventEntry, recordLeadEvents } from './lead-changes.ts';
import { eventsOfMoves, eventsOfOwners } from './leads-change-events.ts';
import { isOfSeen, isVisibleTo } from './visibility.ts';

/** One new value for leads: the id of a step or of a member, a status, deleted or restored. */
export type LeadsChange =
  | { field: 'step'; to: string }
  | { field: 'owner'; to: string | null }
  | { field: 'status'; to: LeadStatus }
  | { field: 'deleted'; to: boolean };

/** Values as in `LeadsChange`, leads by the value that they had. */
type Back =
  | { field: 'step'; from: string; back: { to: string; ids: string[] }[] }
  | { field: 'owner'; from: string | null; back: { to: string | null; ids: string[] }[] }
  | { field: 'status'; from: LeadStatus; back: { to: LeadStatus; ids: string[] }[] }
  | { field: 'deleted'; from: boolean; back: { to: boolean; ids: string[] }[] };

/** What undoes a change. `at` is its time: a first contact of that time was none. */
export type LeadsUndo = Back & { at: Date };

interface Outcome {
  changed: number;
  /** Gone, or not visible to the actor. */
  missing: number;
  /** Had the value already; for an undo, were changed by someone since. */
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
  at: sql`clock_timestamp()`.mapWith(leads.createdAt),
};

type Field = LeadsChange['field'];
type Value = LeadsChange['to'];

/** In the order of their ids, so that two changes of the same leads do not deadlock. */
const lockLeads = (tx: Transaction, actor: CompanyActor, field: Field, ids: readonly string[]) =>
  tx
    .select(columns)
    .from(leads)
    .where(
      and(
        eq(leads.companyId, actor.companyId),
        inArray(leads.id, [...ids]),
        field === 'deleted' ? isOfSeen(actor) : isVisibleTo(actor),
      ),
    )
    .orderBy(asc(leads.id))
    .for('no key update');

type Lead = Awaited<ReturnType<typeof lockLeads>>[number];

/** A change of the leads under lock. */
interface Change {
  field: Field;
  leads: readonly { lead: Lead; to: Value }[];
  at: Date;
  /** Of an undo: the time of what it undoes. */
  undoneAt?: Date;
}

const idOrNull = (value: Value) => (typeof value === 'string' ? value : null);

async function eventsOf(
  tx: Transaction,
  actor: CompanyActor,
  { field, leads: changed }: Change,
): Promise<LeadEventEntry[]> {
  if (field === 'step') {
    const moves = changed.map(({ lead, to }) => ({ id: lead.id, from: lead.step, to: String(to) }));
    return eventsOfMoves(tx, actor, moves);
  }
  if (field === 'owner') {
    const owners = changed.map(({ lead, to }) => ({
      id: lead.id,
      from: lead.owner,
      to: idOrNull(to),
    }));
    return eventsOfOwners(tx, actor, owners);
  }
  return changed.map(({ lead, to }) =>
    field === 'status'
      ? { leadId: lead.id, type: 'status', from: lead.status, to: String(to) }
      : { leadId: lead.id, type: to ? 'deleted' : 'restored', from: null, to: null },
  );
}

/** What the columns of a lead become. A change of status is a contact; one that is undone was none. */
function valuesOf({ field, at, undoneAt }: Change, to: Value): Record<string, unknown> {
  if (field === 'step') return { stepId: to };
  if (field === 'owner') return { ownerId: to, assignedAt: to === null ? null : at };
  if (field === 'deleted') return { deletedAt: to ? at : null };

  const firstContactAt: SQL = undoneAt
    ? sql`nullif(${leads.firstContactAt}, ${instantOf(undoneAt)})`
    : sql`coalesce(${leads.firstContactAt}, ${instantOf(at)})`;
  return { status: to, firstContactAt };
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

async function apply(tx: Transaction, actor: CompanyActor, change: Change): Promise<void> {
  const { companyId } = actor;
  if (change.leads.length === 0) return;

  await recordLeadEvents(tx, actor, await eventsOf(tx, actor, change));
  for (const { to, ids } of groupedBy(change.leads, (row) => row.to)) {
    await tx
      .update(leads)
      .set(valuesOf(change, to))
      .where(and(eq(leads.companyId, companyId), inArray(leads.id, ids)));
  }
  await countChanges(tx, companyId, countsOf(change));
}

/** Guarantee of the cast: the values are those of the field. */
const undoOf = (change: Change, from: Value) =>
  ({
    field: change.field,
    from,
    at: change.at,
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
    const found = await lockLeads(tx, actor, field, ids);
    const [first] = found;
    if (!first) throw new NotFoundError('The leads were not found');

    const changing = found.filter((lead) => lead[field] !== to).map((lead) => ({ lead, to }));
    const change = { field, leads: changing, at: first.at };
    await apply(tx, actor, change);

    return {
      changed: changing.length,
      missing: new Set(ids).size - found.length,
      kept: found.length - changing.length,
      undo: changing.length > 0 ? undoOf(change, to) : null,
    };
  });
}

/**
 * Gives leads the value back that they had before a change. Leads that have another value than the
 * change gave them stay as they are.
 *
 * @throws as `changeLeads`
 */
export function undoLeadsChange(
  db: Database,
  actor: CompanyActor,
  { field, from, at, back }: LeadsUndo,
): Promise<Outcome> {
  const before = new Map(back.flatMap(({ to, ids }) => ids.map((id): [string, Value] => [id, to])));

  return db.transaction(async (tx) => {
    const found = await lockLeads(tx, actor, field, [...before.keys()]);
    const [first] = found;
    if (!first) throw new NotFoundError('The leads were not found');

    const changing = found.flatMap((lead) => {
      const to = before.get(lead.id);
      return to !== undefined && lead[field] === from && to !== from ? [{ lead, to }] : [];
    });
    await apply(tx, actor, { field, leads: changing, at: first.at, undoneAt: at });

    return {
      changed: changing.length,
      missing: before.size - found.length,
      kept: found.length - changing.length,
    };
  });
}
