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
  /** Median time until the first contact, in milliseconds; null where none was contacted. */
  medianMs: number | null;
}

/** The same leads are grouped in each of these ways. */
const groups = ['day', 'funnel', 'step', 'source', 'owner'] as const;
type Group = (typeof groups)[number];

interface GroupNumbers extends LeadNumbers {
  group: Group | 'all';
  /** The place of the day from 1, an id or a source; null for all leads, and for those without an owner. */
  key: string | null;
}

const ofGroups = (write: (group: Group) => string, separator: string): SQL =>
  sql.raw(groups.map(write).join(separator));

/**
 * Counts the leads that arrived on some days, by the conditions that the list of leads has for these
 * days. Days are told apart by where they start: by its date, an hour can belong to the day after where
 * clocks are set back at midnight.
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
    select
      case ${ofGroups((group) => `when grouping("${group}") = 0 then '${group}'`, ' ')}
        else 'all' end as "group",
      case ${ofGroups((group) => `when grouping("${group}") = 0 then "${group}"::text`, ' ')} end
        as key,
      count(*)::int as leads,
      count(wait)::int as contacted,
      (count(*) filter (where is_waiting))::int as waiting,
      (count(*) filter (where is_in_time))::int as "inTime",
      (count(*) filter (where is_late))::int as late,
      round(1000 * percentile_cont(0.5) within group (order by wait))::float8 as "medianMs"
    from (
      select width_bucket(${leads.createdAt}, ${starts}) as day, ${steps.funnelId} as funnel,
        ${leads.stepId} as step, ${leads.source} as source, ${leads.ownerId} as owner,
        extract(epoch from ${contactWait})::float8 as wait, ${isOf('waiting')} as is_waiting,
        ${isOf('inTime')} as is_in_time, ${isOf('late')} as is_late
      from ${leads}
      join ${steps} on ${steps.companyId} = ${leads.companyId} and ${steps.id} = ${leads.stepId}
      where ${and(isWithin(actor, query), query.where)}
    ) lead
    group by grouping sets ((), ${ofGroups((group) => `("${group}")`, ', ')})`);
  return [...rows];
}
