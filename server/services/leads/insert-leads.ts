import type postgres from 'postgres';
import type { NewLead, Submission } from './create-lead.ts';
import { arrayOf, newLeadColumns, writeNewLead } from './new-lead.ts';

/** A lead as it is stored, and its contact with it. */
export interface LeadRow extends Submission, Omit<NewLead, 'createdAt'> {
  phones: string[];
  segment: string;
  companyId: string;
  apiKeyId: string;
}

/** A row as the statement takes it: the group goes as soon as the one before it is stored. */
export interface WrittenLead extends Pick<LeadRow, 'id' | 'companyId' | 'stepId'> {
  text: string;
}

export const writeLead = (row: LeadRow): WrittenLead => ({
  id: row.id,
  companyId: row.companyId,
  stepId: row.stepId,
  text: writeNewLead(row),
});

export interface StoredLeads {
  /** The time of all of them: ISO 8601, UTC, milliseconds, the database's clock. */
  createdAt: string;
  /** Ids of those that were stored, when some were not: their step is unknown, archived or another company's. */
  only: readonly string[] | null;
}

const columns = newLeadColumns.join(', ');

/**
 * Contacts, leads and counters in one statement: all rows or none. The time is rounded
 * first, so that a counter's day is the day that is stored. Counters are changed in the order of
 * steps and days, as every writer of them does, so that two groups cannot deadlock.
 *
 * Parameters: the leads, the companies and ids of their steps, how many leads there are. Arrays are
 * written here and read as JSON: postgres.js asks for array types once, on the first connection of a
 * pool, and takes every array for plain text from then on when that one is lost.
 */
const statement = `
  with target as (
    select s.company_id, s.id, now()::timestamptz(3) as at
    from unnest($2::uuid[], $3::uuid[]) as wanted (company_id, id)
    join steps s on s.company_id = wanted.company_id and s.id = wanted.id
    join funnels f on f.company_id = s.company_id and f.id = s.funnel_id
    where s.archived_at is null and f.archived_at is null
  ), fresh as materialized (
    select target.at, sent.*
    from unnest($1::text::new_lead[]) as sent
    join target on target.company_id = sent.company_id and target.id = sent.step_id
  ), contact as (
    insert into contacts (company_id, id, name, phones, email, created_at)
    select company_id, contact_id, name, phones, email, at from fresh
  ), lead as (
    insert into leads (${columns}, created_at)
    select ${columns}, at from fresh
  ), counter as (
    insert into step_counters as c (company_id, step_id, day, shard, leads)
    select company_id, step_id, (at at time zone 'UTC')::date as day, pg_backend_pid() % 8, count(*)
    from fresh group by 1, 2, 3 order by 2, 3
    on conflict (company_id, step_id, day, shard) do update set leads = c.leads + excluded.leads
  )
  select
    to_char(now()::timestamptz(3) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    case when count(*) < $4 then coalesce(json_agg(id), '[]') end as only
  from fresh`;

/**
 * A query of postgres.js has closures as properties, which V8 makes in its old generation. A finished
 * one therefore stays until the next full collection, and would keep the text of its group.
 */
const forgetParameters = (query: object) => Object.assign(query, { args: [], parameters: [] });

/** Stores the leads whose step takes any, all in one commit. */
export async function insertLeads(
  sql: postgres.Sql,
  rows: readonly WrittenLead[],
): Promise<StoredLeads> {
  const steps = new Map(rows.map(({ stepId, companyId }) => [stepId, companyId]));
  const parameters = [
    arrayOf(rows.map(({ text }) => text)),
    arrayOf([...steps.values()]),
    arrayOf([...steps.keys()]),
    rows.length,
  ];
  const query = sql.unsafe<StoredLeads[]>(statement, parameters, { prepare: true });
  const [stored] = await query.finally(() => forgetParameters(query));
  if (!stored) throw new Error('An insert of leads gave no answer');

  return stored;
}
