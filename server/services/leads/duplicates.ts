import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { personKeys } from '#db/schema/leads.ts';
import { duplicatesShown } from '#db/values/limits.ts';
import type { CompanyActor } from '../actor.ts';
import { uuids } from '../sql.ts';
import type { Lead } from './read-pair.ts';
import { isInScope } from './visibility.ts';

/**
 * The one rule of what a possible duplicate is: a select of pairs of leads, `lead_id` of these and `id` and
 * `name` of another one that the actor may see, which share one of their first four phones, the email address
 * or the external id. Tests are duplicates of tests only, by external id. `is_distinct`: a member said that they
 * are none.
 *
 * Each phone and address is looked for by itself and for so many leads only: a phone that a thousand
 * leads have, as one that a company tries its forms with, costs no more than another one. The select
 * that reads the index names no company, so that PostgreSQL reads that index and no other: the hashes begin with
 * the company, and the select around it checks it.
 *
 * @param most leads that are found for each phone, address and external id, more or less
 */
export function duplicatePairs(actor: CompanyActor, ids: readonly string[], most: number): SQL {
  const { companyId } = actor;
  const isSeen = isInScope(actor);
  const isOther = sql`leads.company_id = ${companyId}::uuid ${isSeen && sql`and ${isSeen}`}`;
  return sql`
    with page as materialized (
      select leads.id, leads.external_lead_id, leads.origin = 'test' as is_test,
        case when leads.origin <> 'test' then ${personKeys} end as keys
      from leads
      where leads.company_id = ${companyId}::uuid and leads.id = any(${uuids(ids)})
        and leads.deleted_at is null
    ),
    key as (
      select distinct hash from page cross join unnest(page.keys) as hash
    ),
    same_person as materialized (
      select key.hash, other.id, other.name from key cross join lateral (
        select leads.id, leads.name from (
          select * from leads
          where ${personKeys} && array[key.hash]
            and leads.deleted_at is null and leads.origin <> 'test'
          offset 0
        ) as leads
        where ${isOther} limit ${most + 1}
      ) other
    ),
    pair as (
      select page.id as lead_id, other.id, other.name
      from page cross join unnest(page.keys) as hash join same_person other using (hash)
      union
      select page.id, other.id, other.name from page cross join lateral (
        select leads.id, leads.name from leads
        where ${isOther} and leads.external_lead_id = page.external_lead_id
          and leads.deleted_at is null and (leads.origin = 'test') = page.is_test
        limit ${most + 1}
      ) other
    )
    select pair.*, exists (
      select from distinct_leads said
      where said.company_id = ${companyId}::uuid
        and said.lead_id = least(pair.lead_id, pair.id)
        and said.other_id = greatest(pair.lead_id, pair.id)
    ) as is_distinct
    from pair where pair.id <> pair.lead_id`;
}

/** What a card or row says of the possible duplicates of its lead. */
export interface DuplicateMark {
  /** At most `duplicatesShown`: there may be more then. */
  count: number;
  /** Of the only one. */
  name: string | null;
}

/** @returns by the id of the lead; leads without possible duplicates are left out */
export async function findDuplicates(
  db: Pick<Database, 'execute'>,
  actor: CompanyActor,
  ids: readonly string[],
): Promise<Map<string, DuplicateMark>> {
  if (ids.length === 0) return new Map();

  const rows = await db.execute<{ id: string; count: number; name: string | null }>(sql`
    select lead_id as id, least(count(*), ${duplicatesShown}::int)::int as count,
      case when count(*) = 1 then min(pair.name) end as name
    from (${duplicatePairs(actor, ids, duplicatesShown)}) pair
    where not is_distinct group by lead_id`);
  return new Map(rows.map(({ id, count, name }) => [id, { count, name }]));
}

/** Rows of a list with the marks of their duplicates, all read at once. */
export async function withDuplicates<Row extends { id: string }>(
  db: Pick<Database, 'execute'>,
  actor: CompanyActor,
  rows: readonly Row[],
) {
  const ids = rows.map(({ id }) => id);
  const marks = await findDuplicates(db, actor, ids);
  return rows.map((row) => ({ ...row, duplicates: marks.get(row.id) ?? null }));
}

type Sharing = Pick<Lead, 'phones' | 'email' | 'externalLeadId'>;

/** What two leads share. */
export const sharedBy = (one: Sharing, other: Sharing) => ({
  phone: one.phones.some((digits) => other.phones.includes(digits)),
  email: one.email !== null && one.email.toLowerCase() === other.email?.toLowerCase(),
  externalId: one.externalLeadId !== null && one.externalLeadId === other.externalLeadId,
});
