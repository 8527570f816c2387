import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { funnelsPerCompany } from '#db/values/limits.ts';
import type { ManagingActor } from '../actor.ts';
import { companyEntry } from '../audit/entry.ts';
import { LimitReachedError } from '../errors.ts';
import { getFunnel } from './get-funnel.ts';

/**
 * Brings an archived funnel back, behind the others.
 *
 * @throws NotFoundError, LimitReachedError
 */
export async function restoreFunnel(
  db: Database,
  actor: ManagingActor,
  { id }: { id: string },
): Promise<{ id: string }> {
  const { companyId } = actor;
  const [restored] = await db.execute<{ id: string }>(sql`
    with restored as (
      update funnels f set archived_at = null, position = live.next
      from (
        select coalesce(max(position), -1) + 1 as next, count(*) as funnels
        from funnels where company_id = ${companyId} and archived_at is null
      ) live
      where f.company_id = ${companyId} and f.id = ${id} and f.archived_at is not null
        and live.funnels < ${funnelsPerCompany}
      returning f.id, f.name
    ), noted as (
      ${companyEntry(actor, 'funnels.restore', sql`restored`)}
    )
    select id from restored`);
  if (restored) return restored;

  const funnel = await getFunnel(db, actor, { id });
  if (funnel.archivedAt) {
    throw new LimitReachedError(
      `A company can have ${funnelsPerCompany} funnels. Archive some first`,
    );
  }
  return { id };
}
