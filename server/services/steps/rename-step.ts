import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { ManagingActor } from '../actor.ts';
import { changes, companyEntry } from '../audit/entry.ts';
import { NotFoundError } from '../errors.ts';
import { inFunnel } from './in-funnel.ts';

/** @throws NotFoundError */
export async function renameStep(
  db: Database,
  actor: ManagingActor,
  { id, name }: { id: string; name: string },
): Promise<{ id: string }> {
  const change = changes({ name: { was: sql`old.name`, becomes: sql`${name}::text` } });
  const [renamed] = await db.execute<{ id: string }>(sql`
    with old as (
      select * from steps where company_id = ${actor.companyId} and id = ${id} for update
    ), renamed as (
      update steps s set name = ${name}
      from old
      where s.company_id = old.company_id and s.id = old.id
      returning s.*, ${change} as details
    ), noted as (
      ${companyEntry(actor, 'steps.rename', sql`(select * from renamed where details is not null)`, sql`changed.details || ${inFunnel}`)}
    )
    select id from renamed`);
  if (!renamed) throw new NotFoundError('Step not found');

  return renamed;
}
