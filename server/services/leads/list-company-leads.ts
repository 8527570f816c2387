import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { funnels, steps } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';
import { bulkLeadsMax, leadsPerPage } from '#db/values/limits.ts';
import type { CompanyActor } from '../actor.ts';
import { withDuplicates } from './duplicates.ts';
import { findCompanyLeads, type LeadsQuery, type PageQuery } from './find-company-leads.ts';
import { pageOf } from './find-leads.ts';
import { lastContactAt } from './last-contact.ts';
import { leadSummaryColumns } from './lead-columns.ts';
import { inOrder, withReadablePhone } from './list-leads.ts';

/**
 * A page of the company's leads, with their places.
 *
 * @throws InvalidError for the cursor
 */
export async function listCompanyLeads(
  db: Database,
  actor: CompanyActor,
  query: LeadsQuery & Pick<PageQuery, 'cursor' | 'ids'> & { limit?: number | undefined },
) {
  const { limit = leadsPerPage } = query;
  const { ids, nextCursor } = pageOf(await findCompanyLeads(db, actor, { ...query, limit }), limit);
  const rows = await db
    .select({
      ...leadSummaryColumns,
      lastContactAt,
      step: { id: steps.id, name: steps.name },
      funnel: { id: funnels.id, name: funnels.name },
    })
    .from(leads)
    .innerJoin(steps, and(eq(steps.companyId, leads.companyId), eq(steps.id, leads.stepId)))
    .innerJoin(funnels, and(eq(funnels.companyId, steps.companyId), eq(funnels.id, steps.funnelId)))
    .where(and(eq(leads.companyId, actor.companyId), inArray(leads.id, ids)));

  const items = await withDuplicates(db, actor, inOrder(ids, rows).map(withReadablePhone));
  return { items, nextCursor };
}

/**
 * A page of ids: as many as one bulk change takes.
 *
 * @throws InvalidError for the cursor
 */
export async function listLeadIds(
  db: Database,
  actor: CompanyActor,
  query: LeadsQuery & Pick<PageQuery, 'cursor'>,
) {
  const limit = bulkLeadsMax;
  return pageOf(await findCompanyLeads(db, actor, { ...query, limit }), limit);
}
