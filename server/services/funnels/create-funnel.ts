import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { funnelsPerCompany } from '#db/values/limits.ts';
import type { ManagingActor } from '../actor.ts';
import { companyEntry } from '../audit/entry.ts';
import { LimitReachedError } from '../errors.ts';

const firstSteps = (names: readonly string[]) =>
  sql`jsonb_strip_nulls(jsonb_build_object('steps', nullif(${names.join(', ')}::text, '')))`;

/**
 * A funnel behind the others, with its steps in the order given.
 *
 * @throws LimitReachedError
 */
export async function createFunnel(
  db: Database,
  actor: ManagingActor,
  { name, steps }: { name: string; steps: readonly string[] },
): Promise<{ id: string }> {
  const { companyId } = actor;
  const rows = JSON.stringify(steps.map((stepName) => ({ id: newId(), name: stepName })));
  const [created] = await db.execute<{ id: string }>(sql`
    with funnel as (
      insert into funnels (company_id, id, name, position)
      select ${companyId}::uuid, ${newId()}::uuid, ${name}, coalesce(max(position), -1) + 1
      from funnels where company_id = ${companyId}
      having count(*) filter (where archived_at is null) < ${funnelsPerCompany}
      returning company_id, id, name
    ), its_steps as (
      insert into steps (company_id, id, funnel_id, name, position)
      select funnel.company_id, step.id, funnel.id, step.name, step.ordinality - 1
      from funnel, rows from (json_to_recordset(${rows}::json) as (id uuid, name text))
        with ordinality as step (id, name, ordinality)
    ), noted as (
      ${companyEntry(actor, 'funnels.create', sql`funnel`, firstSteps(steps))}
    )
    select id from funnel`);
  if (!created) {
    throw new LimitReachedError(
      `A company can have ${funnelsPerCompany} funnels. Archive some first`,
    );
  }

  return created;
}
