import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { keyRequests } from '#db/schema/api-keys.ts';
import { intakeLog } from '#db/schema/intake-log.ts';
import { contacts, leads } from '#db/schema/leads.ts';
import { replayRequests } from '#db/schema/replays.ts';
import { removeRequests } from '../intake-log/remove-requests.ts';
import { countChanges, countedDay } from './count-changes.ts';
import { isNoTest } from './lead-columns.ts';
import { mergedInto } from './merged-leads.ts';
import { isNotDeleted } from './visibility.ts';

const present = <Value>(value: Value | null) => (value === null ? [] : [value]);

/**
 * Deletes leads for good, and those that were merged into them, with their events and idempotency keys, counts
 * out of their steps what was counted, and empties what else tells of them:
 *
 * - Their contacts, of which each lead has its own. Only the id stays: without an index on
 *   `leads.contact_id`, which every commit of a lead would pay for, the foreign key would read all leads
 *   of the company for each contact.
 * - Their requests with what was sent. The entry of a batch is one for all its leads, so that time and
 *   status stay.
 * - What they were before values were filled in.
 * - The last requests that the version before has stored.
 *
 * @param given under the lock of `lockWithMerged`
 * @param keepsRequests their requests stay as they are: sent again, they make the leads again
 * @returns all that were removed
 */
export async function removeLeads(
  tx: Transaction,
  companyId: string,
  given: readonly string[],
  { keepsRequests = false }: { keepsRequests?: boolean } = {},
): Promise<{ id: string; stepId: string }[]> {
  const merged = await tx.execute<{ lead_id: string }>(mergedInto(companyId, given));
  const ids = [...given, ...merged.map((lead) => lead.lead_id)];
  const removed = await tx
    .delete(leads)
    .where(and(eq(leads.companyId, companyId), inArray(leads.id, ids)))
    .returning({
      id: leads.id,
      stepId: leads.stepId,
      day: countedDay,
      isCounted: sql<boolean>`${isNoTest} and ${isNotDeleted}`,
      contactId: leads.contactId,
      requestId: leads.requestId,
    });
  const counted = removed.filter(({ isCounted }) => isCounted);
  await countChanges(
    tx,
    companyId,
    counted.map(({ stepId, day }) => ({ stepId, day, leads: -1 })),
  );
  const contactIds = removed.flatMap(({ contactId }) => present(contactId));
  const requestIds = removed.flatMap(({ requestId }) => present(requestId));

  await tx
    .update(contacts)
    .set({ name: '', phones: [], email: null })
    .where(and(eq(contacts.companyId, companyId), inArray(contacts.id, contactIds)));
  if (keepsRequests) return removed;
  await removeRequests(tx, companyId, ids);
  await tx
    .update(replayRequests)
    .set({ before: null })
    .where(and(eq(replayRequests.companyId, companyId), inArray(replayRequests.leadId, ids)));
  const emptied = { message: 'Erased with its lead', requestId: '', ignoredFields: [] };
  await tx
    .update(intakeLog)
    .set(emptied)
    .where(
      and(
        eq(intakeLog.companyId, companyId),
        inArray(intakeLog.requestId, requestIds),
        eq(intakeLog.outcome, 'batch'),
      ),
    );
  await tx
    .update(keyRequests)
    .set(emptied)
    .where(and(eq(keyRequests.companyId, companyId), inArray(keyRequests.requestId, requestIds)));
  return removed;
}
