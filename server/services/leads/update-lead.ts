import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { leads } from '#db/schema/leads.ts';
import type { LeadPriority, LeadStatus, LeadTemperature } from '#db/values/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { getLead, type LeadDescription } from './get-lead.ts';
import { assertUnchanged, type Edit } from './lead-changes.ts';
import { isLead } from './lock-lead.ts';
import { saveLeads } from './save-leads.ts';

interface LeadChanges {
  id: string;
  status?: Edit<LeadStatus> | undefined;
  priority?: Edit<LeadPriority> | undefined;
  temperature?: Edit<LeadTemperature> | undefined;
}

const fields = ['status', 'priority', 'temperature'] as const;

/**
 * Sets what is given, all or nothing. Each value that really changes becomes an event on the
 * timeline. The first change of the status counts as the first contact.
 *
 * @throws NotFoundError
 * @throws LeadConflictError when another change of one of the values came first
 */
export function updateLead(
  db: Database,
  actor: CompanyActor,
  { id, ...edits }: LeadChanges,
): Promise<LeadDescription> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    const [lead] = await tx
      .select({
        status: leads.status,
        priority: leads.priority,
        temperature: leads.temperature,
        firstContactAt: leads.firstContactAt,
      })
      .from(leads)
      .where(isLead(actor, id))
      .for('no key update');
    if (!lead) throw new NotFoundError('Lead not found');

    const changes = [];
    for (const type of fields) {
      const edit = edits[type];
      if (!edit) continue;
      await assertUnchanged(tx, { companyId, leadId: id, type }, lead[type], edit);
      if (edit.to !== lead[type]) changes.push({ leadId: id, type, from: lead[type], to: edit.to });
    }
    if (changes.length > 0) {
      const { status, priority, temperature } = edits;
      const values = { status: status?.to, priority: priority?.to, temperature: temperature?.to };
      const isFirst = !lead.firstContactAt && changes.some(({ type }) => type === 'status');
      const set = { ...values, ...(isFirst && { firstContactAt: sql`now()` }) };
      await saveLeads(tx, actor, { ids: [id], set, events: changes });
    }

    return getLead(tx, actor, { id });
  });
}
