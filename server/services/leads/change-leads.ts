import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { leadMerges, leads } from '#db/schema/leads.ts';
import { type LeadOutcome, type LeadStatus, outcomeOf } from '#db/values/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { readTime } from './lead-changes.ts';
import {
  deletions,
  type NewValues,
  readOwners,
  readSteps,
  statuses,
} from './leads-change-events.ts';
import {
  columnsBefore,
  columnsOfStatus,
  eventsOfStatus,
  none,
  outcomeColumns,
  readOutcomesBefore,
  restoreOutcomes,
  statusesOfMoves,
} from './outcome.ts';
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
  ...outcomeColumns,
  deleted: sql<boolean>`${leads.deletedAt} is not null`,
  followUpAt: leads.followUpAt,
};

export type Field = LeadsChange['field'];
export type Value = LeadsChange['to'];

/**
 * The leads in the actor's reach. Waits for other changes of them, in the order of their ids, so that two
 * changes of the same leads do not deadlock.
 *
 * @param isAlsoInReach of other leads
 */
export async function lockLeads(
  tx: Transaction,
  actor: CompanyActor,
  ids: readonly string[],
  field: Field,
  isAlsoInReach?: SQL,
) {
  const { companyId } = actor;
  const isInReach = field === 'deleted' ? isInScope(actor) : isVisibleTo(actor);
  const found = await tx
    .select(columns)
    .from(leads)
    .where(
      and(
        eq(leads.companyId, companyId),
        inArray(leads.id, [...ids]),
        isAlsoInReach ? or(isInReach, isAlsoInReach) : isInReach,
      ),
    )
    .orderBy(asc(leads.id))
    .for('no key update');
  if (field !== 'deleted') return found;

  /* Under the locks: a merge may have been waited for. */
  const merges = await tx
    .select({ id: leadMerges.leadId })
    .from(leadMerges)
    .where(and(eq(leadMerges.companyId, companyId), inArray(leadMerges.leadId, [...ids])));
  const merged = new Set(merges.map(({ id }) => id));
  return found.filter(({ id }) => !merged.has(id));
}

type Lead = Awaited<ReturnType<typeof lockLeads>>[number];

/** A change of the leads under lock, with the status that leads get by it beside the value. */
interface Change {
  field: Field;
  leads: readonly { lead: Lead; to: Value; status?: LeadStatus | undefined }[];
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
  if (field === 'status') return {};
  const owner = textOf(to);
  if (owner === null) return { ownerId: null, assignedAt: null, followUpAt: null };
  return {
    ownerId: owner,
    assignedAt: undoneAt ? assignedBefore(companyId, owner, undoneAt) : at,
  };
}

export const notFound = () => new NotFoundError('The leads were not found');

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

  const ids = changed.map(({ lead }) => lead.id);
  const before = undoneAt && (await readOutcomesBefore(tx, companyId, ids, undoneAt));
  const columnsOf = (status: LeadStatus) =>
    undoneAt ? columnsBefore(status, undoneAt) : columnsOfStatus(status, at);

  for (const group of Map.groupBy(changed, ({ to, status }) => `${to} ${status}`).values()) {
    const [first] = group;
    if (!first) continue;
    const { to, status } = first;
    const ids = group.map(({ lead }) => lead.id);
    const events = group.flatMap(({ lead }) => [
      ...(field === 'status'
        ? []
        : [values.eventOf({ id: lead.id, from: textOf(lead[field]), to: textOf(to) })]),
      ...(status ? eventsOfStatus(lead, status, before && (before.get(lead.id) ?? none)) : []),
    ]);
    if (field === 'owner' && to === null) {
      events.push(...followUpsEnded(group.map(({ lead }) => lead)));
    } else if (field === 'owner' && undoneAt) {
      events.push(...(await restoreFollowUps(tx, companyId, ids, undoneAt)));
    }
    const set = { ...valuesOf(change, to, at, companyId), ...(status && columnsOf(status)) };
    await saveLeads(tx, actor, { ids, set, events, at, undoes: undoneAt });
  }
  if (before) await restoreOutcomes(tx, companyId, before);
  return at;
}

/**
 * Adds the statuses that leads get by a change: of a step, that of its mark. Guarantee of the cast: the
 * value is one of the field.
 */
async function withStatuses(
  tx: Transaction,
  companyId: string,
  change: Change,
  { outcomeOf }: NewValues,
): Promise<Change> {
  if (change.field === 'status') {
    return {
      ...change,
      leads: change.leads.map((row) => ({ ...row, status: row.to as LeadStatus })),
    };
  }
  if (change.field !== 'step') return change;

  const statuses = await statusesOfMoves(
    tx,
    companyId,
    change.leads.map(({ lead: { id, status, step }, to }) => ({
      id,
      status,
      left: outcomeOf(step),
      entered: outcomeOf(String(to)),
    })),
  );
  return {
    ...change,
    leads: change.leads.map((row) => ({ ...row, status: statuses.get(row.lead.id) })),
  };
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

function endOf({ leads: changed }: Change): LeadOutcome | null {
  const statuses = changed.flatMap(({ status }) => status ?? []);
  return statuses.map(outcomeOf).find((outcome) => outcome !== undefined) ?? null;
}

/**
 * Gives leads one new value, all of them that there are. Each lead that changes gets its event.
 *
 * @returns `undo` for `undoLeadsChange`; null when nothing was changed. `outcome` when leads were won or
 *   lost by it
 * @throws NotFoundError when none of the leads is there; for the step or the member
 * @throws ConflictError when the step is archived, or the member cannot own leads
 */
export function changeLeads(
  db: Database,
  actor: CompanyActor,
  { ids, change: { field, to } }: { ids: readonly string[]; change: LeadsChange },
): Promise<Outcome & { undo: LeadsUndo | null; outcome: LeadOutcome | null }> {
  return db.transaction(async (tx) => {
    const found = await lockLeads(tx, actor, ids, field);
    if (found.length === 0) throw notFound();

    const changing = found.filter((lead) => lead[field] !== to).map((lead) => ({ lead, to }));
    const values = await readValues(tx, actor, { field, leads: changing });
    const refusal = changing.length > 0 ? values.refusalOf(textOf(to)) : undefined;
    if (refusal) throw refusal;
    const change = await withStatuses(tx, actor.companyId, { field, leads: changing }, values);
    const at = await apply(tx, actor, change, values);

    return {
      changed: changing.length,
      missing: new Set(ids).size - found.length,
      kept: found.length - changing.length,
      undo: changing.length > 0 ? undoOf(change, to, at) : null,
      outcome: endOf(change),
    };
  });
}
