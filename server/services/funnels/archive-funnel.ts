import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { ManagingActor } from '../actor.ts';
import { companyEntry } from '../audit/entry.ts';
import { NotFoundError } from '../errors.ts';

/**
 * From now on the funnel's steps take no leads. One that is archived already stays as it is.
 *
 * @throws NotFoundError
 */
export async function archiveFunnel(
  db: Database,
  actor: ManagingActor,
  { id }: { id: string },
): Promise<{ id: string }> {
  const [archived] = await db.execute<{ id: string }>(sql`
    with archived as (
      update funnels set archived_at = now()
      where company_id = ${actor.companyId} and id = ${id} and archived_at is null
      returning *
    ), noted as (
      ${companyEntry(actor, 'funnels.archive', sql`archived`)}
    )
    select id from funnels where company_id = ${actor.companyId} and id = ${id}`);
  if (!archived) throw new NotFoundError('Funnel not found');

  return archived;
}
