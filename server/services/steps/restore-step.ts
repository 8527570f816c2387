import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { stepsPerFunnel } from '#db/values/limits.ts';
import type { ManagingActor } from '../actor.ts';
import { companyEntry } from '../audit/entry.ts';
import { noRoomForStep } from './create-step.ts';
import { getStep } from './get-step.ts';
import { inFunnel } from './in-funnel.ts';

/**
 * Brings an archived step back, behind the funnel's others.
 *
 * @throws NotFoundError, LimitReachedError
 */
export async function restoreStep(
  db: Database,
  actor: ManagingActor,
  { id }: { id: string },
): Promise<{ id: string }> {
  const { companyId } = actor;
  const [restored] = await db.execute<{ id: string }>(sql`
    with restored as (
      update steps s set archived_at = null, position = live.next
      from (
        select coalesce(max(l.position), -1) + 1 as next, count(l.id) as steps
        from steps wanted
        left join steps l on l.company_id = wanted.company_id and l.funnel_id = wanted.funnel_id
          and l.archived_at is null
        where wanted.company_id = ${companyId} and wanted.id = ${id}
      ) live
      where s.company_id = ${companyId} and s.id = ${id} and s.archived_at is not null
        and live.steps < ${stepsPerFunnel}
      returning s.*
    ), noted as (
      ${companyEntry(actor, 'steps.restore', sql`restored`, inFunnel)}
    )
    select id from restored`);
  if (restored) return restored;

  const step = await getStep(db, actor, { id });
  if (step.archivedAt) throw noRoomForStep();
  return { id };
}
