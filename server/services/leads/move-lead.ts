import type { Database } from '#db/client.ts';
import { leads } from '#db/schema/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { assertOpen, findPlace, type Place } from '../steps/find-places.ts';
import { countChanges, countedDay } from './count-changes.ts';
import { getLead, type LeadDescription } from './get-lead.ts';
import { assertUnchanged, type Edit, recordLeadEvents } from './lead-changes.ts';
import { isLead } from './lock-lead.ts';
import { refreshSearchWords } from './refresh-search-words.ts';

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
      .select({ stepId: leads.stepId, origin: leads.origin, day: countedDay })
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
      await tx.update(leads).set({ stepId }).where(isLead(actor, id));
      await refreshSearchWords(tx, companyId, [id]);
      if (lead.origin !== 'test') {
        await countChanges(tx, companyId, [
          { stepId: lead.stepId, day: lead.day, leads: -1 },
          { stepId, day: lead.day, leads: 1 },
        ]);
      }
      await recordLeadEvents(tx, actor, [
        { leadId: id, type: 'moved', ...placesOf(before, step), fromStepId: before.id },
      ]);
    }

    return getLead(tx, actor, { id });
  });
}
