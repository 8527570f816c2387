import { and, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { leadEvents } from '#db/schema/leads.ts';

/** The fields that members have edited, by the id of the lead; of other leads none. */
export async function findEditedFields(
  tx: Pick<Transaction, 'selectDistinct'>,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, Set<string>>> {
  if (ids.length === 0) return new Map();

  const edits = await tx
    .selectDistinct({ leadId: leadEvents.leadId, field: leadEvents.field })
    .from(leadEvents)
    .where(
      and(
        eq(leadEvents.companyId, companyId),
        inArray(leadEvents.leadId, [...ids]),
        eq(leadEvents.type, 'edited'),
      ),
    );
  const fields = new Map<string, Set<string>>();
  for (const { leadId, field } of edits) {
    const ofLead = fields.get(leadId) ?? new Set();
    fields.set(leadId, ofLead.add(field ?? ''));
  }
  return fields;
}
