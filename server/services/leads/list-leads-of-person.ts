import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { funnels, steps } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';
import { wordsOf } from '#db/values/search.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { findByCondition, pageOf, readBlocks } from './find-leads.ts';
import { inOrder } from './list-leads.ts';
import { isLead } from './lock-lead.ts';
import type { Condition } from './search-query.ts';
import { isVisibleTo } from './visibility.ts';

const maxListed = 10;

/** What the index must show of a lead with one of the phones or the email address. */
function conditionOf(phones: readonly string[], email: string | null): Condition | undefined {
  const words = wordsOf(email ?? '').map(
    (word): Condition => ({ kind: 'word', word, isWhole: true }),
  );
  const alternatives: Condition[] = phones.map((digits) => ({ kind: 'phone', digits }));
  if (words.length > 0) alternatives.push({ kind: 'all', of: words });
  return alternatives.length > 0 ? { kind: 'any', of: alternatives } : undefined;
}

/**
 * Other leads with one of the phones of a lead or its email address, the newest first, at most ten.
 * The search index finds them, so intake pays nothing for it.
 *
 * @throws NotFoundError
 */
export async function listLeadsOfPerson(db: Database, actor: CompanyActor, { id }: { id: string }) {
  const [lead] = await db
    .select({ phones: leads.phones, email: leads.email })
    .from(leads)
    .where(isLead(actor, id));
  if (!lead) throw new NotFoundError('Lead not found');
  const condition = conditionOf(lead.phones, lead.email);
  if (!condition) return [];

  const blocks = await readBlocks(db, actor);
  const found = await findByCondition(db, actor, condition, blocks, {
    where: and(
      isVisibleTo(actor),
      ne(leads.id, id),
      sql`(${leads.phones} && ${sql.param(lead.phones, leads.phones)}::text[]
        or lower(${leads.email}) = lower(${lead.email}::text))`,
    ),
    limit: maxListed,
  });
  const { ids } = pageOf(found, maxListed);
  const rows = await db
    .select({
      id: leads.id,
      name: leads.name,
      status: leads.status,
      createdAt: leads.createdAt,
      step: { id: steps.id, name: steps.name },
      funnel: { id: funnels.id, name: funnels.name },
    })
    .from(leads)
    .innerJoin(steps, and(eq(steps.companyId, leads.companyId), eq(steps.id, leads.stepId)))
    .innerJoin(funnels, and(eq(funnels.companyId, steps.companyId), eq(funnels.id, steps.funnelId)))
    .where(and(eq(leads.companyId, actor.companyId), inArray(leads.id, ids)));

  return inOrder(ids, rows);
}
