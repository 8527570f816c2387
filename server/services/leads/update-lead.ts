import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { newId } from '#db/id.ts';
import type { LeadPriority, LeadStatus, LeadTemperature } from '#db/values/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { eventActor } from './event-actor.ts';
import { getLead, type LeadDescription } from './get-lead.ts';

interface LeadChanges {
  id: string;
  status?: LeadStatus | undefined;
  priority?: LeadPriority | undefined;
  temperature?: LeadTemperature | undefined;
}

/**
 * Sets what is given. Each value that really changes becomes an event on the timeline.
 *
 * @throws NotFoundError
 */
export async function updateLead(
  db: Database,
  actor: CompanyActor,
  { id, status, priority, temperature }: LeadChanges,
): Promise<LeadDescription> {
  await db.execute(sql`
    with old as (
      select company_id, id, status, priority, temperature from leads
      where company_id = ${actor.companyId} and id = ${id}
      for update
    ), changes as (
      select old.company_id, old.id as lead_id, change.*
      from old cross join lateral (values
        (${newId()}::uuid, 'status', old.status, ${status ?? null}::text),
        (${newId()}::uuid, 'priority', old.priority, ${priority ?? null}::text),
        (${newId()}::uuid, 'temperature', old.temperature, ${temperature ?? null}::text)
      ) as change (event_id, type, was, becomes)
      where change.becomes <> change.was
    ), updated as (
      update leads l set
        status = coalesce(${status ?? null}::text, l.status),
        priority = coalesce(${priority ?? null}::text, l.priority),
        temperature = coalesce(${temperature ?? null}::text, l.temperature)
      from old
      where l.company_id = old.company_id and l.id = old.id
    )
    insert into lead_events
      (company_id, id, lead_id, type, "from", "to", actor_kind, actor_id, actor_name)
    select company_id, event_id, lead_id, type, was, becomes, ${eventActor(actor)} from changes`);

  return getLead(db, actor, { id });
}
