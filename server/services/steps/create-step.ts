import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { stepsPerFunnel } from '#db/values/limits.ts';
import type { ManagingActor } from '../actor.ts';
import { companyEntry } from '../audit/entry.ts';
import { ConflictError, LimitReachedError } from '../errors.ts';
import { getFunnel } from '../funnels/get-funnel.ts';
import { inFunnel } from './in-funnel.ts';

export const noRoomForStep = () =>
  new LimitReachedError(`A funnel can have ${stepsPerFunnel} steps. Archive some first`);

/**
 * A step behind the funnel's others.
 *
 * @throws NotFoundError, LimitReachedError
 * @throws ConflictError when the funnel is archived
 */
export async function createStep(
  db: Database,
  actor: ManagingActor,
  { funnelId, name }: { funnelId: string; name: string },
): Promise<{ id: string }> {
  const { companyId } = actor;
  const funnel = await getFunnel(db, actor, { id: funnelId });
  if (funnel.archivedAt) throw new ConflictError('Restore the funnel before you add a step');

  const [created] = await db.execute<{ id: string }>(sql`
    with step as (
      insert into steps (company_id, id, funnel_id, name, position)
      select ${companyId}::uuid, ${newId()}::uuid, ${funnelId}::uuid, ${name},
        coalesce(max(position), -1) + 1
      from steps where company_id = ${companyId} and funnel_id = ${funnelId}
      having count(*) filter (where archived_at is null) < ${stepsPerFunnel}
      returning *
    ), noted as (
      ${companyEntry(actor, 'steps.create', sql`step`, inFunnel)}
    )
    select id from step`);
  if (!created) throw noRoomForStep();

  return created;
}
