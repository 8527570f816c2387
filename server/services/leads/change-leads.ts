import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { companies } from '#db/schema/applications.ts';
import { leads } from '#db/schema/leads.ts';
import type { LeadStatus } from '#db/values/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { instantOf } from '../sql.ts';
import {
  deletions,
  type NewValues,
  readOwners,
  readSteps,
  statuses,
} from './leads-change-events.ts';
import { assignedBefore, followUpsEnded, restoreFollowUps } from './owner-change.ts';
import { saveLeads } from './save-leads.ts';
import { isInScope, isVisibleTo } from './visibility.ts';

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

export interface Outcome {
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
  followUpAt: leads.followUpAt,
};

export type Field = LeadsChange['field'];
export type Value = LeadsChange['to'];

/**
 * Waits for other changes of the leads. In the order of their ids, so that two changes of the same
 * leads do not deadlock.
 */
export const lockLeads = (
  tx: Transaction,
  companyId: string,
  ids: readonly string[],
  isInReach?: SQL,
) =>
  tx
    .select(columns)
    .from(leads)
    .where(and(eq(leads.companyId, companyId), inArray(leads.id, [...ids]), isInReach))
    .orderBy(asc(leads.id))
    .for('no key update');

export const reachOf = (actor: CompanyActor, field: Field) =>
  field === 'deleted' ? isInScope(actor) : isVisibleTo(actor);

type Lead = Awaited<ReturnType<typeof lockLeads>>[number];

/** A change of the leads under lock. */
interface Change {
  field: Field;
  leads: readonly { lead: Lead; to: Value }[];
  /** Of an undo: the time of what it undoes. */
  undoneAt?: Date;
}

export const textOf = (value: Value) => (value === null ? null : String(value));

export async function readValues(
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

export const notFound = () => new NotFoundError('The leads were not found');

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
export async function apply(
  tx: Transaction,
  actor: CompanyActor,
  change: Change,
  values: NewValues,
): Promise<Date> {
  const { companyId } = actor;
  const { field, leads: changed, undoneAt } = change;
  const at = await readTime(tx, companyId);
  if (changed.length === 0) return at;

  for (const [to, group] of Map.groupBy(changed, (row) => row.to)) {
    const events = group.map(({ lead }) =>
      values.eventOf({ id: lead.id, from: textOf(lead[field]), to: textOf(to) }),
    );
    const ids = group.map(({ lead }) => lead.id);
    if (field === 'owner' && to === null) {
      events.push(...followUpsEnded(group.map(({ lead }) => lead)));
    } else if (field === 'owner' && undoneAt) {
      events.push(...(await restoreFollowUps(tx, companyId, ids, undoneAt)));
    }
    await saveLeads(tx, actor, { ids, set: valuesOf(change, to, at, companyId), events, at });
  }
  return at;
}

/** Guarantee of the cast: the values are those of the field. */
const undoOf = (change: Change, from: Value, at: Date) =>
  ({
    field: change.field,
    from,
    at,
    back: Array.from(
      Map.groupBy(change.leads, ({ lead }) => lead[change.field]),
      ([to, group]) => ({ to, ids: group.map(({ lead }) => lead.id) }),
    ),
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
