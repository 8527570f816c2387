import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { ManagingActor } from '../actor.ts';
import { changes, companyEntry } from '../audit/entry.ts';
import { NotFoundError } from '../errors.ts';

/** @throws NotFoundError */
export async function renameFunnel(
  db: Database,
  actor: ManagingActor,
  { id, name }: { id: string; name: string },
): Promise<{ id: string }> {
  const change = changes({ name: { was: sql`old.name`, becomes: sql`${name}::text` } });
  const [renamed] = await db.execute<{ id: string }>(sql`
    with old as (
      select * from funnels where company_id = ${actor.companyId} and id = ${id} for update
    ), renamed as (
      update funnels f set name = ${name}
      from old
      where f.company_id = old.company_id and f.id = old.id
      returning f.*, ${change} as details
    ), noted as (
      ${companyEntry(actor, 'funnels.rename', sql`(select * from renamed where details is not null)`, sql`changed.details`)}
    )
    select id from renamed`);
  if (!renamed) throw new NotFoundError('Funnel not found');

  return renamed;
}
