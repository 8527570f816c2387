import type postgres from 'postgres';
import type { NewLead, Submission } from './create-lead.ts';
import { arrayOf, newLeadColumns, writeNewLead } from './new-lead.ts';
import type { RepeatKeys } from './repeat-keys.ts';

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
  repeat: RepeatKeys | undefined;
}

export const writeLead = (row: LeadRow, repeat?: RepeatKeys): WrittenLead => ({
  id: row.id,
  companyId: row.companyId,
  stepId: row.stepId,
  text: writeNewLead(row),
  repeat,
});

export interface StoredLeads {
  /** The time of all of them: ISO 8601, UTC, milliseconds, the database's clock. */
  createdAt: string;
  /**
   * Ids of those that were stored, when some were not: their step is unknown, archived or another
   * company's, or they are repeats.
   */
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
const statement = (repeats?: { claimed: string; onlyNew: string; known: string }) => `
  with target as (
    select s.company_id, s.id, now()::timestamptz(3) as at
    from unnest($2::uuid[], $3::uuid[]) as wanted (company_id, id)
    join steps s on s.company_id = wanted.company_id and s.id = wanted.id
    join funnels f on f.company_id = s.company_id and f.id = s.funnel_id
    where s.archived_at is null and f.archived_at is null
  ), ${repeats?.claimed ?? ''} fresh as materialized (
    select target.at, sent.*
    from unnest($1::text::new_lead[]) as sent
    join target on target.company_id = sent.company_id and target.id = sent.step_id
    ${repeats?.onlyNew ?? ''}
  ), ${repeats?.known ?? ''} contact as (
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

const plainStatement = statement();

/**
 * Keys are taken in their order, and before any lead is inserted: whoever comes second, on whatever
 * connection, waits for the first one's commit and then stores nothing. A key of an earlier day is
 * taken over.
 *
 * More parameters: lead, key, digest of the request, and the further key, of the leads that have any.
 */
const repeatStatement = statement({
  claimed: `
  wanted as (
    select * from unnest($5::uuid[], $6::uuid[], $7::uuid[], $8::uuid[])
      as wanted (lead_id, key, request, also_key)
  ), claimed as (
    insert into idempotency_keys as k (company_id, key, lead_id, request, expires_at)
    select target.company_id, wanted.key, wanted.lead_id, wanted.request,
      case when wanted.request is null then 'infinity' else now() + interval '24 hours' end
    from wanted
    join unnest($1::text::new_lead[]) as sent on sent.id = wanted.lead_id
    join target on target.company_id = sent.company_id and target.id = sent.step_id
    order by target.company_id, wanted.key
    on conflict (company_id, key) do update
      set lead_id = excluded.lead_id, request = excluded.request, expires_at = excluded.expires_at
      where k.expires_at <= now()
    returning lead_id
  ),`,
  onlyNew: `
    where sent.id not in (select lead_id from wanted) or sent.id in (select lead_id from claimed)`,
  known: `
  known as (
    insert into idempotency_keys (company_id, key, lead_id, expires_at)
    select fresh.company_id, wanted.also_key, fresh.id, 'infinity'
    from wanted join fresh on fresh.id = wanted.lead_id
    where wanted.also_key is not null
    order by fresh.company_id, wanted.also_key
    on conflict do nothing
  ),`,
});

/**
 * A query of postgres.js has closures as properties, which V8 makes in its old generation. A finished
 * one therefore stays until the next full collection, and would keep the text of its group.
 */
const forgetParameters = (query: object) => Object.assign(query, { args: [], parameters: [] });

const isRepeatable = (row: WrittenLead) => row.repeat !== undefined;

/** The further parameters of `repeatStatement`. */
function repeatParameters(rows: readonly WrittenLead[]): string[] {
  const repeatable = rows.filter(isRepeatable);
  const keys = (name: keyof RepeatKeys) =>
    arrayOf(repeatable.map(({ repeat }) => repeat?.[name] ?? 'null'));

  return [arrayOf(repeatable.map(({ id }) => id)), keys('key'), keys('request'), keys('alsoKey')];
}

/**
 * Stores the leads whose step takes any and which are no repeats, all in one commit. No two of them
 * may have the same key.
 */
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
  const query = rows.some(isRepeatable)
    ? sql.unsafe<StoredLeads[]>(repeatStatement, [...parameters, ...repeatParameters(rows)], {
        prepare: true,
      })
    : sql.unsafe<StoredLeads[]>(plainStatement, parameters, { prepare: true });
  const [stored] = await query.finally(() => forgetParameters(query));
  if (!stored) throw new Error('An insert of leads gave no answer');

  return stored;
}
