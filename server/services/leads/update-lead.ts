import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { leadEvents, leads } from '#db/schema/leads.ts';
import type { LeadPriority, LeadStatus, LeadTemperature } from '#db/values/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { eventActor } from './event-actor.ts';
import { getLead, type LeadDescription } from './get-lead.ts';

interface LeadChanges {
  id: string;
  status?: LeadStatus | undefined;
  priority?: LeadPriority | undefined;
  temperature?: LeadTemperature | undefined;
}

const fields = ['status', 'priority', 'temperature'] as const;

/**
 * Sets what is given. Each value that really changes becomes an event on the timeline.
 *
 * @throws NotFoundError
 */
export function updateLead(
  db: Database,
  actor: CompanyActor,
  { id, ...given }: LeadChanges,
): Promise<LeadDescription> {
  const { companyId } = actor;
  const isLead = and(eq(leads.companyId, companyId), eq(leads.id, id));

  return db.transaction(async (tx) => {
    const [lead] = await tx
      .select({ status: leads.status, priority: leads.priority, temperature: leads.temperature })
      .from(leads)
      .where(isLead)
      .for('no key update');
    if (!lead) throw new NotFoundError('Lead not found');

    const changed = fields.filter(
      (field) => given[field] !== undefined && given[field] !== lead[field],
    );
    if (changed.length > 0) {
      await tx.update(leads).set(given).where(isLead);
      await tx.insert(leadEvents).values(
        changed.map((field) => ({
          companyId,
          id: newId(),
          leadId: id,
          type: field,
          from: lead[field],
          to: given[field],
          ...eventActor(actor),
        })),
      );
    }

    return getLead(tx, actor, { id });
  });
}
