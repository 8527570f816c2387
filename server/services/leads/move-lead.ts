import type { Database } from '#db/client.ts';
import { leads } from '#db/schema/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { assertOpen, findPlace, type Place } from '../steps/find-places.ts';
import { type ChangedLead, getChangedLead } from './get-lead.ts';
import { assertUnchanged, type Edit, readTime } from './lead-changes.ts';
import { isLead } from './lock-lead.ts';
import { columnsOfStatus, eventsOfStatus, outcomeColumns, statusesOfMoves } from './outcome.ts';
import { saveLeads } from './save-leads.ts';

/** The names of both steps, with their funnels where these differ. */
export function placesOf(before: Place, after: Place): { from: string; to: string } {
  if (before.funnel.id === after.funnel.id) return { from: before.name, to: after.name };
  const nameOf = (step: Place) => `${step.funnel.name}: ${step.name}`;

  return { from: nameOf(before), to: nameOf(after) };
}

/**
 * Puts a lead into another step, of any funnel of the company. A step that is marked as won or lost gives it
 * its status. A lead that is already in the step stays as it is.
 *
 * @throws NotFoundError for the lead or the step
 * @throws ConflictError when the step or its funnel is archived
 * @throws LeadConflictError when the lead was moved by another change first
 */
export function moveLead(
  db: Database,
  actor: CompanyActor,
  { id, step: edit }: { id: string; step: Edit<string> },
): Promise<ChangedLead> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    const [lead] = await tx
      .select({ stepId: leads.stepId, ...outcomeColumns })
      .from(leads)
      .where(isLead(actor, id))
      .for('no key update');
    if (!lead) throw new NotFoundError('Lead not found');

    const stepId = edit.to;
    const step = await findPlace(tx, actor, stepId);
    await assertUnchanged(tx, { companyId, leadId: id, type: 'moved' }, lead.stepId, edit);
    if (lead.stepId === stepId) return getChangedLead(tx, actor, { id, changedAt: null });

    assertOpen(step);
    const before = await findPlace(tx, actor, lead.stepId);
    const move = { id, status: lead.status, left: before.outcome, entered: step.outcome };
    const status = (await statusesOfMoves(tx, companyId, [move])).get(id);
    const at = await readTime(tx, companyId);
    const moved = { leadId: id, type: 'moved' as const, ...placesOf(before, step) };
    await saveLeads(tx, actor, {
      ids: [id],
      set: { stepId, ...(status && columnsOfStatus(status, at)) },
      events: [
        { ...moved, fromStepId: before.id },
        ...(status ? eventsOfStatus({ id, ...lead }, status) : []),
      ],
      at,
    });
    return getChangedLead(tx, actor, { id, changedAt: at });
  });
}
