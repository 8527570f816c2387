import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { leads } from '#db/schema/leads.ts';
import { eachOf, indexedFields } from '#db/values/lead-fields.ts';
import { searchWords } from '#db/values/search.ts';
import { blockOf } from './find-leads.ts';

/** What leads are found by. */
const searched = {
  ...eachOf(indexedFields, (name) => leads[name]),
  name: leads.name,
  origin: leads.origin,
  phones: leads.phones,
  stepId: leads.stepId,
  source: leads.source,
  apiKeyId: leads.apiKeyId,
  ownerId: leads.ownerId,
  status: leads.status,
  priority: leads.priority,
};

export const isSearched = (columns: object): boolean =>
  Object.keys(columns).some((column) => column in searched);

/**
 * Makes what finds leads again, after a change of what it is made of, in the blocks where the leads
 * are. Leads without words get theirs later, as of then.
 */
export async function refreshSearchWords(
  tx: Transaction,
  companyId: string,
  ids: readonly string[],
): Promise<void> {
  const matches = and(eq(leads.companyId, companyId), inArray(leads.id, [...ids]));
  const rows = await tx
    .select({ ...searched, id: leads.id, block: blockOf })
    .from(leads)
    .where(and(matches, sql`${leads.searchWords} <> ''`));
  const words = rows.map(({ block, ...lead }) => searchWords({ companyId, ...lead }, block));
  await tx.execute(sql`
    update leads set search_words = row.words::tsvector
    from unnest(${sql.param(rows.map(({ id }) => id))}::uuid[], ${sql.param(words)}::text[])
      as row (id, words)
    where leads.company_id = ${companyId}::uuid and leads.id = row.id`);
}
