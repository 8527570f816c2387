import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { leads } from '#db/schema/leads.ts';
import type { SentBytes } from '../public-api/diagnose/try-lead.ts';
import { PublicError } from '../public-api/response.ts';
import type { ApiKeyActor, CompanyActor } from '../services/actor.ts';
import { fillLead } from '../services/leads/fill-lead.ts';
import { findEditedFields } from '../services/leads/find-edited-fields.ts';
import type { Lead } from '../services/leads/read-pair.ts';
import { pickColumns, setColumns } from '../services/leads/set-columns.ts';
import { readSentLead } from './read-sent-lead.ts';
import type { Entry, Result } from './replay.ts';

/** Leads with what members edited of them, by id. Locked until the end of a transaction. */
export async function findStoredLeads(
  tx: Pick<Transaction, 'select' | 'selectDistinct'>,
  companyId: string,
  ids: readonly string[],
  { isLocked }: { isLocked: boolean },
): Promise<Map<string, { lead: Lead; edited: ReadonlySet<string> }>> {
  const query = tx
    .select()
    .from(leads)
    .where(
      and(eq(leads.companyId, companyId), inArray(leads.id, [...ids]), isNull(leads.deletedAt)),
    );
  const rows = await (isLocked ? query.for('no key update') : query);
  const edited = await findEditedFields(tx, companyId, ids);
  return new Map(rows.map((lead) => [lead.id, { lead, edited: edited.get(lead.id) ?? new Set() }]));
}

/** Reads what was sent for stored leads again, and fills what they lack. */
export async function readAgain(
  tx: Transaction,
  { actor, by }: { actor: ApiKeyActor; by: CompanyActor },
  entries: readonly Entry[],
  bodies: ReadonlyMap<string, SentBytes>,
): Promise<Result[]> {
  const ids = entries.flatMap(({ leadId }) => (leadId === null ? [] : [leadId]));
  const stored = await findStoredLeads(tx, actor.companyId, ids, { isLocked: true });
  const results: Result[] = [];
  for (const entry of entries) {
    const body = bodies.get(entry.id);
    const known = stored.get(entry.leadId ?? '');
    if (!body || !known) {
      const message = known ? 'What was sent is no longer stored' : 'The lead was deleted';
      results.push({ entry, outcome: 'unchanged', message });
      continue;
    }
    const { lead, edited } = known;
    const ofKey = { ...actor, country: actor.country ?? undefined };
    const read = await readSentLead(body, ofKey, lead.stepId);
    if (read instanceof PublicError) {
      results.push({ entry, outcome: 'unchanged', message: read.message, leadId: lead.id });
      continue;
    }
    const { comesFrom } = actor;
    const { set, filled } = fillLead(lead, read.submission, { edited, comesFrom });
    if (filled.length === 0) {
      results.push({ entry, outcome: 'unchanged', message: '', leadId: lead.id });
      continue;
    }
    const before = pickColumns(lead, Object.keys(set));
    await setColumns(tx, by, lead, set);
    const message = filled.join(', ');
    results.push({ entry, outcome: 'filled', message, leadId: lead.id, before });
  }
  return results;
}
