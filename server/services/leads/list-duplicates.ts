import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { funnels, steps } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';
import { duplicatesShown } from '#db/values/limits.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { duplicatePairs, sharedBy } from './duplicates.ts';
import { inOrder } from './list-leads.ts';
import { isLead } from './lock-lead.ts';

/** Of more leads with one phone, these are not the newest. */
const mostRead = 200;

/**
 * Other leads with a phone, the email address or the external id of a lead, the newest first, at most ten; and
 * whether a member said of each that it is no duplicate.
 *
 * @throws NotFoundError
 */
export async function listDuplicates(db: Database, actor: CompanyActor, { id }: { id: string }) {
  const shared = { phones: leads.phones, email: leads.email, externalLeadId: leads.externalLeadId };
  const [lead] = await db.select(shared).from(leads).where(isLead(actor, id));
  if (!lead) throw new NotFoundError('Lead not found');

  const found = await db.execute<{ id: string; isDistinct: boolean }>(sql`
    select pair.id, is_distinct as "isDistinct"
    from (${duplicatePairs(actor, [id], mostRead)}) pair
    order by is_distinct, pair.id desc limit ${duplicatesShown}`);
  const ids = found.map((other) => other.id);
  const rows = await db
    .select({
      id: leads.id,
      name: leads.name,
      status: leads.status,
      createdAt: leads.createdAt,
      ...shared,
      step: { id: steps.id, name: steps.name },
      funnel: { id: funnels.id, name: funnels.name },
    })
    .from(leads)
    .innerJoin(steps, and(eq(steps.companyId, leads.companyId), eq(steps.id, leads.stepId)))
    .innerJoin(funnels, and(eq(funnels.companyId, steps.companyId), eq(funnels.id, steps.funnelId)))
    .where(and(eq(leads.companyId, actor.companyId), inArray(leads.id, ids)));

  const distinct = new Set(found.filter((each) => each.isDistinct).map((each) => each.id));
  return inOrder(ids, rows).map(({ phones, email, externalLeadId, ...row }) => ({
    ...row,
    shares: sharedBy(lead, { phones, email, externalLeadId }),
    isDistinct: distinct.has(row.id),
  }));
}
