import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { funnels, steps } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';
import { searchResultsPerPage } from '#db/values/limits.ts';
import type { CompanyActor } from '../actor.ts';
import { findCompanyLeads } from './find-company-leads.ts';
import { pageOf } from './find-leads.ts';
import { inOrder } from './list-leads.ts';
import { describePhone } from './phone.ts';
import { readSearch } from './search-query.ts';

interface LeadSearch {
  text: string;
  /** `nextCursor` of the page before. */
  cursor?: string | null | undefined;
}

/**
 * The leads of the company that a text finds, wherever they are, the newest first.
 *
 * @throws InvalidError for the cursor
 */
export async function searchLeads(db: Database, actor: CompanyActor, { text, cursor }: LeadSearch) {
  const limit = searchResultsPerPage;
  const query = { search: text, cursor, limit };
  // An empty text asks for nothing here, and for all leads in a list.
  const found = readSearch(text) ? await findCompanyLeads(db, actor, query) : [];
  const { ids, nextCursor } = pageOf(found, limit);
  const rows = await db
    .select({
      id: leads.id,
      name: leads.name,
      phones: leads.phones,
      email: leads.email,
      nameFrom: leads.nameFrom,
      phoneMarks: leads.phoneMarks,
      campaignName: leads.campaignName,
      status: leads.status,
      createdAt: leads.createdAt,
      step: { id: steps.id, name: steps.name },
      funnel: { id: funnels.id, name: funnels.name },
    })
    .from(leads)
    .innerJoin(steps, and(eq(steps.companyId, leads.companyId), eq(steps.id, leads.stepId)))
    .innerJoin(funnels, and(eq(funnels.companyId, steps.companyId), eq(funnels.id, steps.funnelId)))
    .where(and(eq(leads.companyId, actor.companyId), inArray(leads.id, ids)));
  const items = inOrder(ids, rows).map(({ phones, phoneMarks, ...row }) => ({
    ...row,
    phones: phones.map((digits) => describePhone(digits, phoneMarks?.[digits]).international),
  }));

  return { items, nextCursor };
}
