import type { Database } from '#db/client.ts';
import { leads } from '#db/schema/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { assertOpen, findPlace, type Place } from '../steps/find-places.ts';
import { getLead, type LeadDescription } from './get-lead.ts';
import { assertUnchanged, type Edit } from './lead-changes.ts';
import { isLead } from './lock-lead.ts';
import { saveLeads } from './save-leads.ts';

/** The names of both steps, with their funnels where these differ. */
export function placesOf(before: Place, after: Place): { from: string; to: string } {
  if (before.funnel.id === after.funnel.id) return { from: before.name, to: after.name };
  const nameOf = (step: Place) => `${step.funnel.name}: ${step.name}`;

  return { from: nameOf(before), to: nameOf(after) };
}

/**
 * Puts a lead into another step, of any funnel of the company. Its status stays. A lead that is
 * already in the step stays as it is.
 *
 * @throws NotFoundError for the lead or the step
 * @throws ConflictError when the step or its funnel is archived
 * @throws LeadConflictError when the lead was moved by another change first
 */
export function moveLead(
  db: Database,
  actor: CompanyActor,
  { id, step: edit }: { id: string; step: Edit<string> },
): Promise<LeadDescription> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    const [lead] = await tx
      .select({ stepId: leads.stepId })
      .from(leads)
      .where(isLead(actor, id))
      .for('no key update');
    if (!lead) throw new NotFoundError('Lead not found');

    const stepId = edit.to;
    const step = await findPlace(tx, actor, stepId);
    await assertUnchanged(tx, { companyId, leadId: id, type: 'moved' }, lead.stepId, edit);
    if (lead.stepId !== stepId) {
      assertOpen(step);
      const before = await findPlace(tx, actor, lead.stepId);
      const places = placesOf(before, step);
      await saveLeads(tx, actor, {
        ids: [id],
        set: { stepId },
        events: [{ leadId: id, type: 'moved', ...places, fromStepId: before.id }],
      });
    }

    return getLead(tx, actor, { id });
  });
}
