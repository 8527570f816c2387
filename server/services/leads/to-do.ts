import { and, eq, type SQL, sql } from 'drizzle-orm';
import { leads } from '#db/schema/leads.ts';
import type { ToDoOwners, ToDoSection } from '#db/values/leads.ts';
import { noOwner } from '#db/values/search.ts';
import type { CompanyActor, UserActor } from '../actor.ts';
import { startInDays } from '../sql.ts';
import type { LeadFilter } from './lead-filter.ts';
import { isVisibleTo } from './visibility.ts';

/** Sections of planned follow-ups. */
export type PlannedSection = Exclude<ToDoSection, 'new'>;

const { followUpAt } = leads;

/** When the follow-ups of a section are. Days are those of the member's time zone. */
function isIn(section: PlannedSection, actor: UserActor): SQL {
  const start = (days: number) => startInDays(days, actor);
  const times: Record<PlannedSection, () => SQL> = {
    overdue: () => sql`${followUpAt} <= now()`,
    today: () => sql`${followUpAt} > now() and ${followUpAt} < ${start(1)}`,
    tomorrow: () => sql`${followUpAt} >= ${start(1)} and ${followUpAt} < ${start(2)}`,
    later: () => sql`${followUpAt} >= ${start(2)}`,
  };
  return times[section]();
}

interface PlannedQuery {
  /** The own ones of a member. */
  whose: ToDoOwners;
  /** Of `leads`. */
  columns: SQL;
  /** What else a lead must meet. */
  where: SQL | undefined;
  limit: number;
}

/**
 * A select of planned follow-ups, the earliest first. Each belongs to an owner, and the index begins
 * with the owner: for everyone it is read once for each member, so that a page never reads the rest.
 */
export function planned(actor: CompanyActor, { whose, columns, where, limit }: PlannedQuery): SQL {
  const of = (owner: SQL) => sql`
    select ${columns} from ${leads}
    where ${and(
      eq(leads.companyId, actor.companyId),
      sql`${leads.ownerId} = ${owner}`,
      sql`${followUpAt} is not null`,
      where,
      isVisibleTo(actor),
    )}
    order by ${followUpAt}, ${leads.id} limit ${limit}`;
  if (whose === 'mine' && actor.kind === 'user') return of(sql`${actor.userId}::uuid`);

  return sql`
    select part.* from memberships member cross join lateral (${of(sql`member.user_id`)}) part
    where member.company_id = ${actor.companyId}::uuid
    order by part.follow_up_at, part.id limit ${limit}`;
}

export const plannedIn = (
  actor: UserActor,
  section: PlannedSection,
  { where, ...query }: Omit<PlannedQuery, 'columns' | 'where'> & { where?: SQL | undefined },
) =>
  planned(actor, {
    ...query,
    columns: sql`${leads.id}, ${followUpAt}`,
    where: and(isIn(section, actor), where),
  });

/** Leads without a first contact, in the order of their arrival: those that wait longest come first. */
export function waiting(actor: UserActor, whose: ToDoOwners) {
  const filter: LeadFilter = { statuses: ['new'] };
  if (whose === 'mine') {
    filter.owners = actor.sees === 'own' ? [actor.userId] : [actor.userId, noOwner];
  }
  return {
    filter,
    sort: 'oldest' as const,
    where: sql`(${leads.firstContactAt} is null and ${followUpAt} is null)`,
  };
}
