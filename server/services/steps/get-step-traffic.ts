import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { CompanyActor } from '../actor.ts';
import { getStep } from './get-step.ts';

/** Without a name: leads of deleted keys, and of none. */
type KeyCount = { id: string | null; name: string | null; leads: number };

/**
 * How many leads the API created in a step in the last 24 hours, and with which keys. A lead that
 * was moved since counts for the step that it was created in.
 *
 * @throws NotFoundError
 */
export async function getStepTraffic(
  db: Database,
  actor: CompanyActor,
  { id }: { id: string },
): Promise<{ leads: number; keys: { id: string; name: string; leads: number }[] }> {
  const { companyId } = actor;
  await getStep(db, actor, { id });
  const counts = await db.execute<KeyCount>(sql`
    with received as (
      select l.api_key_id from leads l
      where l.company_id = ${companyId} and l.step_id = ${id}::uuid
        and l.created_at > now() - interval '24 hours' and l.origin = 'public_api'
        and not exists (
          select from lead_events moved
          where moved.company_id = ${companyId} and moved.lead_id = l.id and moved.type = 'moved')
      union all
      select l.api_key_id from lead_events moved
      join leads l on l.company_id = moved.company_id and l.id = moved.lead_id
      where moved.company_id = ${companyId} and moved.from_step_id = ${id}::uuid
        and moved.created_at > now() - interval '24 hours'
        and l.created_at > now() - interval '24 hours' and l.origin = 'public_api'
        and not exists (
          select from lead_events earlier
          where earlier.company_id = ${companyId} and earlier.lead_id = l.id
            and earlier.type = 'moved'
            and (earlier.created_at, earlier.id) < (moved.created_at, moved.id))
    )
    select k.id, k.name, count(*)::int as leads from received
    left join api_keys k
      on k.company_id = ${companyId} and k.id = received.api_key_id and k.deleted_at is null
    group by k.id, k.name order by leads desc, k.name, k.id`);

  return {
    leads: counts.reduce((sum, { leads }) => sum + leads, 0),
    keys: counts.flatMap(({ id: keyId, name, leads }) =>
      keyId === null || name === null ? [] : [{ id: keyId, name, leads }],
    ),
  };
}
