import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { leads } from '#db/schema/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { uuids } from '../sql.ts';
import { isVisibleTo } from './visibility.ts';

/** A select of the ids of leads that were merged into some, also by way of others. */
const selectMerged = (company: SQL, isIntoThese: SQL): SQL => sql`
  with recursive merged as (
    select merge.lead_id from lead_merges merge
    where merge.company_id = ${company} and ${isIntoThese}
    union
    select merge.lead_id from lead_merges merge join merged on merge.kept_id = merged.lead_id
    where merge.company_id = ${company})
  select lead_id from merged`;

/** A select of the ids of leads that were merged into these. */
export const mergedInto = (companyId: string, ids: readonly string[]): SQL =>
  selectMerged(sql`${companyId}::uuid`, sql`merge.kept_id = any(${uuids(ids)})`);

/** A `uuid[]` of the ids of a row of `leads` and of those that were merged into it. */
export const idsWithMerged = sql`(leads.id || array(${selectMerged(
  sql`leads.company_id`,
  sql`merge.kept_id = leads.id`,
)}))`;

/**
 * Locks leads, and those that were merged into them, before they are removed. In the order of their ids, as
 * every change of several leads, so that two changes of the same leads do not deadlock.
 */
export const lockWithMerged = (tx: Transaction, companyId: string, ids: readonly string[]) =>
  tx
    .select({ id: leads.id })
    .from(leads)
    .where(
      and(
        eq(leads.companyId, companyId),
        sql`${leads.id} in (
          select unnest(${uuids(ids)}) union all (${mergedInto(companyId, ids)}))`,
      ),
    )
    .orderBy(asc(leads.id))
    .for('update');

/**
 * The lead that a merged one is part of now.
 *
 * @returns undefined for a lead that was not merged; null when the actor does not see it
 */
export async function findKeeper(db: Database, actor: CompanyActor, id: string) {
  const { companyId } = actor;
  const [keeper] = await db.execute<{ id: string; name: string; isVisible: boolean }>(sql`
    with recursive keeper (id, depth) as (
      select merge.kept_id, 1 from lead_merges merge
      where merge.company_id = ${companyId}::uuid and merge.lead_id = ${id}::uuid
      union
      select merge.kept_id, depth + 1 from lead_merges merge join keeper on merge.lead_id = keeper.id
      where merge.company_id = ${companyId}::uuid)
    select leads.id, leads.name, ${isVisibleTo(actor)} as "isVisible"
    from keeper join leads on leads.company_id = ${companyId}::uuid and leads.id = keeper.id
    order by depth desc limit 1`);
  if (!keeper) return undefined;

  return keeper.isVisible ? { id: keeper.id, name: keeper.name } : null;
}
