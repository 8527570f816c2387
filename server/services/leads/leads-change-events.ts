import { inArray } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { steps } from '#db/schema/funnels.ts';
import type { CompanyActor } from '../actor.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import { listMembers } from '../members/list-members.ts';
import { type StepDescription, selectSteps } from '../steps/step-summary.ts';
import type { LeadEventEntry } from './lead-changes.ts';
import { placesOf } from './move-lead.ts';

/** A lead with a value before and after: `null` for no owner. */
export interface ValueChange<Value> {
  id: string;
  from: Value;
  to: Value;
}

function openStep(found: ReadonlyMap<string, StepDescription>, id: string): StepDescription {
  const step = found.get(id);
  if (!step) throw new NotFoundError('Step not found');
  if (step.archivedAt || step.funnel.archivedAt) {
    throw new ConflictError('This step is archived. Choose another one');
  }
  return step;
}

/**
 * What the timelines say of moves.
 *
 * @throws NotFoundError for the step
 * @throws ConflictError when the step or its funnel is archived
 */
export async function eventsOfMoves(
  tx: Transaction,
  actor: CompanyActor,
  changes: readonly ValueChange<string>[],
): Promise<LeadEventEntry[]> {
  const ids = new Set(changes.flatMap(({ from, to }) => [from, to]));
  const rows = await selectSteps(tx, actor, inArray(steps.id, [...ids]));
  const found = new Map(rows.map((step) => [step.id, step]));

  return changes.map(({ id, from, to }) => {
    const after = openStep(found, to);
    const places = placesOf(found.get(from) ?? after, after);
    return { leadId: id, type: 'moved', ...places, fromStepId: from };
  });
}

/**
 * What the timelines say of new owners, who must be able to work on leads.
 *
 * @throws NotFoundError for the member
 * @throws ConflictError when the member is deactivated or a viewer
 */
export async function eventsOfOwners(
  tx: Transaction,
  actor: CompanyActor,
  changes: readonly ValueChange<string | null>[],
): Promise<LeadEventEntry[]> {
  const members = new Map((await listMembers(tx, actor)).map((member) => [member.id, member]));
  for (const id of new Set(changes.map(({ to }) => to))) {
    if (id === null) continue;
    const member = members.get(id);
    if (!member) throw new NotFoundError('Member not found');
    if (!member.isActive || member.role === 'viewer') {
      throw new ConflictError(`${member.name} cannot own leads. Choose another member`);
    }
  }
  const nameOf = (id: string | null) =>
    id === null ? null : (members.get(id)?.name ?? 'a former member');

  return changes.map(({ id, from, to }) => ({
    leadId: id,
    type: 'owner',
    from: nameOf(from),
    to: nameOf(to),
  }));
}
