import { type SQL, sql } from 'drizzle-orm';
import { leads } from '#db/schema/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { idsWithMerged } from './merged-leads.ts';

/** A call or message that was not taken back. */
const isContact = sql`(contact.type in ('call', 'message') and contact."to" is not null
  and not exists (
    select from lead_events undo
    where undo.company_id = contact.company_id and undo.lead_id = contact.lead_id
      and undo.undoes = contact.created_at and undo.type = contact.type))`;

/** When a member last called a lead or wrote to it; null for never. No column: few lists show it. */
export const lastContactAt = sql<Date | null>`(
  select max(contact.created_at) from lead_events contact
  where contact.company_id = ${leads.companyId} and contact.lead_id = any(${idsWithMerged})
    and ${isContact})`.mapWith(leads.firstContactAt);

/** Joins the same for many leads: `last_contact.at`. An event of a merged lead is one of those it is part of. */
export const lastContacts = ({ companyId }: CompanyActor): SQL => sql`
  left join (
    with recursive part as (
      select merge.lead_id, merge.kept_id from lead_merges merge
      where merge.company_id = ${companyId}::uuid
      union
      select part.lead_id, merge.kept_id from lead_merges merge join part on merge.lead_id = part.kept_id
      where merge.company_id = ${companyId}::uuid)
    select coalesce(part.kept_id, contact.lead_id) as lead_id, max(contact.created_at) as at
    from lead_events contact left join part on part.lead_id = contact.lead_id
    where contact.company_id = ${companyId}::uuid and ${isContact}
    group by 1
  ) last_contact on last_contact.lead_id = ${leads.id}`;
