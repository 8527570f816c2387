import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { newId } from '#db/id.ts';
import type { CompanyActor } from '../actor.ts';
import { ConflictError } from '../errors.ts';
import { getStep } from '../steps/get-step.ts';
import { eventActor } from './event-actor.ts';
import { getLead, type LeadDescription } from './get-lead.ts';

/**
 * One statement, so that the counters cannot drift from the leads. It changes counters in the order
 * of their steps, as every writer of them does: two moves in opposite directions do not deadlock.
 */
const movement = (actor: CompanyActor, id: string, stepId: string) => sql`
  with old as (
    select company_id, id, step_id, (created_at at time zone 'UTC')::date as day from leads
    where company_id = ${actor.companyId} and id = ${id} and step_id <> ${stepId}
    for update
  ), moved as (
    update leads l set step_id = ${stepId}
    from old
    where l.company_id = old.company_id and l.id = old.id
    returning l.id
  ), counted as (
    insert into step_counters as c (company_id, step_id, day, shard, leads)
    select old.company_id, change.step_id, old.day, pg_backend_pid() % 8, change.leads
    from old cross join lateral (values (old.step_id, -1), (${stepId}::uuid, 1))
      as change (step_id, leads)
    order by change.step_id
    on conflict (company_id, step_id, day, shard) do update set leads = c.leads + excluded.leads
  )
  insert into lead_events
    (company_id, id, lead_id, type, "from", "to", actor_kind, actor_id, actor_name)
  select old.company_id, ${newId()}::uuid, old.id, 'moved', was.name, becomes.name,
    ${eventActor(actor)}
  from old
  join steps was on was.company_id = old.company_id and was.id = old.step_id
  join steps becomes on becomes.company_id = old.company_id and becomes.id = ${stepId}`;

/**
 * Puts a lead into another step, of any funnel of the company. Its status stays. A lead that stands
 * there already stays as it is.
 *
 * @throws NotFoundError for the lead or the step
 * @throws ConflictError when the step or its funnel is archived
 */
export async function moveLead(
  db: Database,
  actor: CompanyActor,
  { id, stepId }: { id: string; stepId: string },
): Promise<LeadDescription> {
  const [lead, step] = await Promise.all([
    getLead(db, actor, { id }),
    getStep(db, actor, { id: stepId }),
  ]);
  if (lead.step.id === stepId) return lead;
  if (step.archivedAt || step.funnel.archivedAt) {
    throw new ConflictError('This step is archived. Choose another one');
  }

  await db.execute(movement(actor, id, stepId));
  return getLead(db, actor, { id });
}
