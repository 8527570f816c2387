import type postgres from 'postgres';
import type { NewLead, Submission } from './create-lead.ts';

/** A lead as it is stored, with what its contact and the first line of its timeline need. */
export interface LeadRow extends Submission, Omit<NewLead, 'createdAt'> {
  segment: string;
  companyId: string;
  apiKeyId: string;
  eventId: string;
  actorName: string;
}

export interface StoredLeads {
  /** The time of all of them: ISO 8601, UTC, milliseconds, the database's clock. */
  createdAt: string;
  /** Ids of those that were not stored: their step is unknown, archived or another company's. */
  refused: readonly string[];
}

/** Columns of `leads` that come with a row. Those without a type are `text`. */
const leadColumns: Partial<Record<keyof LeadRow, string>> = {
  companyId: 'uuid',
  id: 'uuid',
  stepId: 'uuid',
  contactId: 'uuid',
  apiKeyId: 'uuid',
  phones: 'text[]',
  customFields: 'jsonb',
  name: 'text',
  email: 'text',
  segment: 'text',
  status: 'text',
  priority: 'text',
  temperature: 'text',
  source: 'text',
  medium: 'text',
  channel: 'text',
  campaignName: 'text',
  adName: 'text',
  adsetName: 'text',
  formId: 'text',
  externalLeadId: 'text',
  pageId: 'text',
  pageName: 'text',
  utmSource: 'text',
  utmMedium: 'text',
  utmCampaign: 'text',
  utmTerm: 'text',
  utmContent: 'text',
  gclid: 'text',
  fbclid: 'text',
  origin: 'text',
  requestId: 'text',
};

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const names = Object.keys(leadColumns).map(snake).join(', ');
const sent = Object.entries({ ...leadColumns, eventId: 'uuid', actorName: 'text' })
  .map(([name, type]) => `"${name}" ${type}`)
  .join(', ');
const values = Object.keys(leadColumns)
  .map((name) => `"${name}"`)
  .join(', ');

/**
 * Contacts, leads, timeline and counters in one statement: all rows or none. The time is rounded
 * first, so that a counter's day is the day that is stored. Counters are changed in the order of
 * steps and days, as every writer of them does, so that two groups cannot deadlock.
 */
const statement = `
  with sent as materialized (
    select *, now()::timestamptz(3) as at from json_to_recordset($1::text::json) as sent (${sent})
  ), target as (
    select s.company_id, s.id, s.name
    from (select distinct "companyId", "stepId" from sent) wanted
    join steps s on s.company_id = wanted."companyId" and s.id = wanted."stepId"
    join funnels f on f.company_id = s.company_id and f.id = s.funnel_id
    where s.archived_at is null and f.archived_at is null
  ), fresh as materialized (
    select sent.*, target.name as step_name
    from sent join target on target.company_id = sent."companyId" and target.id = sent."stepId"
  ), contact as (
    insert into contacts (company_id, id, name, phones, email, created_at)
    select "companyId", "contactId", name, phones, email, at from fresh
  ), lead as (
    insert into leads (${names}, created_at)
    select ${values}, at from fresh
  ), event as (
    insert into lead_events
      (company_id, id, lead_id, type, "to", actor_kind, actor_id, actor_name, created_at)
    select "companyId", "eventId", id, 'created', step_name, 'apiKey', "apiKeyId", "actorName", at
    from fresh
  ), counter as (
    insert into step_counters as c (company_id, step_id, day, shard, leads)
    select "companyId", "stepId", (at at time zone 'UTC')::date as day, pg_backend_pid() % 8, count(*)
    from fresh group by 1, 2, 3 order by 2, 3
    on conflict (company_id, step_id, day, shard) do update set leads = c.leads + excluded.leads
  )
  select
    to_char(now()::timestamptz(3) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    array(select id from sent except select id from fresh) as refused`;

/** Stores the leads whose step takes any, all in one commit. */
export async function insertLeads(
  sql: postgres.Sql,
  rows: readonly LeadRow[],
): Promise<StoredLeads> {
  const [stored] = await sql.unsafe<StoredLeads[]>(statement, [JSON.stringify(rows)], {
    prepare: true,
  });
  if (!stored) throw new Error('An insert of leads gave no answer');

  return stored;
}
