import { and, eq, type SQL, sql } from 'drizzle-orm';
import { leads } from '#db/schema/leads.ts';
import type { ToDoOwners, ToDoSection } from '#db/values/leads.ts';
import type { CompanyActor, UserActor } from '../actor.ts';
import { instantOf, startInDays } from '../sql.ts';
import { isNoTest } from './lead-columns.ts';
import { isRestricted, isVisibleTo } from './visibility.ts';

const { createdAt, followUpAt } = leads;

interface Query {
  whose: ToDoOwners;
  limit: number;
  /** What else a lead must meet. */
  where?: SQL | undefined;
  /** Where the page before ended. */
  after?: { time: Date; id: string } | undefined;
}

interface Order {
  /** What leads must meet to be in the index that has them by owner and time. */
  isListed: SQL;
  time: typeof createdAt | typeof followUpAt;
  /** Leads without an owner are listed too. */
  hasUnowned: boolean;
}

/**
 * A select of the `id` and `time` of leads in the order of their time. The indexes begin with the owner:
 * for everyone they are read once for each member, so that a page never reads the rest.
 */
function byTime(
  actor: CompanyActor,
  { isListed, time, hasUnowned }: Order,
  { whose, where, after, limit }: Query,
): SQL {
  const isPast =
    after && sql`(${time}, ${leads.id}) > (${instantOf(after.time)}, ${after.id}::uuid)`;
  const of = (isOwned: SQL) => sql`
    select ${leads.id}, ${time} as time from ${leads}
    where ${and(eq(leads.companyId, actor.companyId), isOwned, isListed, isPast, where, isVisibleTo(actor))}
    order by ${time}, ${leads.id} limit ${limit}`;

  const isOwnOnly = actor.kind === 'user' && (whose === 'mine' || isRestricted(actor));
  const owned = isOwnOnly
    ? of(sql`${leads.ownerId} = ${actor.userId}::uuid`)
    : sql`
      select part.* from memberships member
      cross join lateral (${of(sql`${leads.ownerId} = member.user_id`)}) part
      where member.company_id = ${actor.companyId}::uuid
      order by part.time, part.id limit ${limit}`;
  if (!hasUnowned || (isRestricted(actor) && actor.sees === 'own')) return owned;

  return sql`
    select * from ((${owned}) union all (${of(sql`${leads.ownerId} is null`)})) part
    order by part.time, part.id limit ${limit}`;
}

/** Follow-ups, each of the owner that its lead has now. */
export const plannedLeads = (actor: CompanyActor, query: Query) =>
  byTime(
    actor,
    { isListed: sql`${followUpAt} is not null`, time: followUpAt, hasUnowned: false },
    query,
  );

/** In plain SQL: with a parameter, PostgreSQL would not use the index of these leads. */
const isWaiting = sql`${leads.status} = 'new' and ${leads.firstContactAt} is null
  and ${followUpAt} is null and ${isNoTest}`;

/** When the follow-ups of a section are. Days are those of the member's time zone. */
function isIn(section: Exclude<ToDoSection, 'new'>, actor: UserActor): SQL {
  const start = (days: number) => startInDays(days, actor);
  const times: Record<typeof section, () => SQL> = {
    overdue: () => sql`${followUpAt} <= now()`,
    today: () => sql`${followUpAt} > now() and ${followUpAt} < ${start(1)}`,
    tomorrow: () => sql`${followUpAt} >= ${start(1)} and ${followUpAt} < ${start(2)}`,
    later: () => sql`${followUpAt} >= ${start(2)}`,
  };
  return times[section]();
}

/**
 * A select of the `id` and `time` of the leads of a section: follow-ups by when they are due, new leads by their
 * arrival, so that those that wait longest come first.
 */
export const leadsOfSection = (
  actor: UserActor,
  section: ToDoSection,
  query: Omit<Query, 'where'>,
): SQL =>
  section === 'new'
    ? byTime(actor, { isListed: isWaiting, time: createdAt, hasUnowned: true }, query)
    : plannedLeads(actor, { ...query, where: isIn(section, actor) });
