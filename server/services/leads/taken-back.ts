import { type SQL, sql } from 'drizzle-orm';

/**
 * What a member did and did not take back: of calls, messages and changes of the status, those that count.
 *
 * @param name that a select gives to `lead_events`
 */
export function isNotTakenBack(name: string): SQL {
  const event = sql.identifier(name);
  return sql`(${event}.undoes is null and not exists (
    select from lead_events undo
    where undo.company_id = ${event}.company_id and undo.lead_id = ${event}.lead_id
      and undo.undoes = ${event}.created_at and undo.actor_id = ${event}.actor_id))`;
}

/** Notes, calls and messages that say something, of `lead_events event`. */
export const isSaid = sql`(event.type in ('note', 'call', 'message') and ${isNotTakenBack('event')})`;
