import { and, count, desc, eq, inArray } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { leads } from '#db/schema/leads.ts';
import { countedLeadsMax } from '#db/values/limits.ts';
import type { CompanyActor } from '../actor.ts';
import { findCompanyLeads, type LeadsQuery } from './find-company-leads.ts';
import { pageOf } from './find-leads.ts';

/**
 * How many leads a query finds: all, by step and by owner, those with the most leads first. Up to
 * 1,000; of more, the newest 1,000 are counted.
 */
export async function countLeads(db: Database, actor: CompanyActor, query: LeadsQuery) {
  const limit = countedLeadsMax;
  const found = await findCompanyLeads(db, actor, { ...query, sort: undefined, limit });
  const { ids, nextCursor } = pageOf(found, limit);
  const amount = count();
  const isFound = and(eq(leads.companyId, actor.companyId), inArray(leads.id, ids));
  const [steps, owners] = await Promise.all([
    db
      .select({ id: leads.stepId, leads: amount })
      .from(leads)
      .where(isFound)
      .groupBy(leads.stepId)
      .orderBy(desc(amount), leads.stepId),
    db
      .select({ id: leads.ownerId, leads: amount })
      .from(leads)
      .where(isFound)
      .groupBy(leads.ownerId)
      .orderBy(desc(amount), leads.ownerId),
  ]);

  return { leads: ids.length, isAtLeast: nextCursor !== null, steps, owners };
}
