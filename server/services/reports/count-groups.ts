import { and, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { steps } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';
import type { ContactTime } from '#db/values/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { buildLeadQuery } from '../leads/find-company-leads.ts';
import { isWithin } from '../leads/find-leads.ts';
import { contactWait, isOfContactTime } from '../leads/first-contact.ts';
import { startOfCompanyDay } from '../sql.ts';

/** Of the leads of a group. Each number but the median is that of a list of leads. */
export interface LeadNumbers {
  leads: number;
  contacted: number;
  waiting: number;
  /** Contacted within the target of the company; 0 without a target, as is `late`. */
  inTime: number;
  /** Contacted later, or waiting for longer. */
  late: number;
  /**
   * Median time until the first contact, in minutes, rounded down: to 5 minutes from an hour on, and to an
   * hour from a day on. Null where none was contacted.
   */
  medianMinutes: number | null;
}

/** The same leads are grouped in each of these ways, and by the funnels of their steps. */
const groups = ['day', 'step', 'source', 'owner'] as const;
type Group = (typeof groups)[number];

interface GroupNumbers extends LeadNumbers {
  group: Group | 'all' | 'funnel';
  /** The place of the day from 1, an id or a source; null for all leads, and for those without an owner. */
  key: string | null;
}

const ofGroups = (write: (group: Group) => string, separator: string): SQL =>
  sql.raw(groups.map(write).join(separator));

/** What leads are counted by in each group. */
const counted = 'is_waiting, is_in_time, is_late, minutes';

/** So that leads with about the same wait are counted together. */
const minutes = sql`(case
  when ${contactWait} < interval '1 hour' then floor(date_part('epoch', ${contactWait}) / 60)
  when ${contactWait} < interval '1 day' then floor(date_part('epoch', ${contactWait}) / 300) * 5
  else floor(date_part('epoch', ${contactWait}) / 3600) * 60
end)::int`;

/**
 * Counts the leads that arrived on some days, by the conditions that the list of leads has for these
 * days. Days are told apart by where they start: by its date, an hour can belong to the day after where
 * clocks are set back at midnight.
 *
 * Leads are read once, and counted for all groups in one pass; sorted for exact medians, they would take
 * twice as long.
 *
 * @param days of the company, all of them from the first to the last
 */
export async function countGroups(
  db: Database,
  actor: CompanyActor,
  days: readonly string[],
): Promise<GroupNumbers[]> {
  const query = await buildLeadQuery(db, actor, {
    filter: { from: days[0], until: days.at(-1), zone: 'company' },
  });
  if (!query) return [];

  const starts = sql`array(
    select ${startOfCompanyDay(sql`day`, actor)}
    from unnest(${`{${days.join(',')}}`}::date[]) with ordinality as part (day, place) order by place)`;
  const isOf = (time: ContactTime) => sql`coalesce(${isOfContactTime(actor, time)}, false)`;
  const rows = await db.execute<GroupNumbers & Record<string, unknown>>(sql`
    with lead as materialized (
      select width_bucket(${leads.createdAt}, ${starts}) as day, ${leads.stepId} as step,
        ${leads.source} as source, ${leads.ownerId} as owner,
        ${isOf('waiting')} as is_waiting, ${isOf('inTime')} as is_in_time,
        ${isOf('late')} as is_late, ${minutes} as minutes
      from ${leads}
      where ${and(isWithin(actor, query), query.where)}
    ), part as (
      select
        case ${ofGroups((group) => `when grouping("${group}") = 0 then '${group}'`, ' ')}
          else 'all' end as "group",
        case ${ofGroups((group) => `when grouping("${group}") = 0 then "${group}"::text`, ' ')} end
          as key,
        ${sql.raw(counted)}, count(*)::int as leads
      from lead
      group by grouping sets ((${sql.raw(counted)}),
        ${ofGroups((group) => `("${group}", ${counted})`, ', ')})
    ), of_funnel as (
      select 'funnel', ${steps.funnelId}::text, ${sql.raw(counted)}, leads
      from part join ${steps} on part."group" = 'step' and ${steps.id}::text = part.key
      where ${steps.companyId} = ${actor.companyId}::uuid
    )
    select "group", key,
      sum(leads)::int as leads,
      coalesce(sum(leads) filter (where minutes is not null), 0)::int as contacted,
      coalesce(sum(leads) filter (where is_waiting), 0)::int as waiting,
      coalesce(sum(leads) filter (where is_in_time), 0)::int as "inTime",
      coalesce(sum(leads) filter (where is_late), 0)::int as late,
      min(minutes) filter (where 2 * up_to >= in_all) as "medianMinutes"
    from (
      select *,
        sum(leads) filter (where minutes is not null) over same as in_all,
        sum(leads) filter (where minutes is not null) over (same order by minutes) as up_to
      from (select * from part union all select * from of_funnel) part
      window same as (partition by "group", key)
    ) part
    group by "group", key`);
  return [...rows];
}
