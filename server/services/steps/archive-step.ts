import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { ManagingActor } from '../actor.ts';
import { companyEntry } from '../audit/entry.ts';
import { NotFoundError } from '../errors.ts';
import { inFunnel } from './in-funnel.ts';

/**
 * From now on the step takes no leads; those in it stay. One that is archived already stays so.
 *
 * @throws NotFoundError
 */
export async function archiveStep(
  db: Database,
  actor: ManagingActor,
  { id }: { id: string },
): Promise<{ id: string }> {
  const [archived] = await db.execute<{ id: string }>(sql`
    with archived as (
      update steps set archived_at = now()
      where company_id = ${actor.companyId} and id = ${id} and archived_at is null
      returning *
    ), noted as (
      ${companyEntry(actor, 'steps.archive', sql`archived`, inFunnel)}
    )
    select id from steps where company_id = ${actor.companyId} and id = ${id}`);
  if (!archived) throw new NotFoundError('Step not found');

  return archived;
}
