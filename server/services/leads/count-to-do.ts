import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { companies } from '#db/schema/applications.ts';
import { leads } from '#db/schema/leads.ts';
import type { ToDoOwners } from '#db/values/leads.ts';
import { toDoCountMax } from '#db/values/limits.ts';
import type { UserActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { startInDays } from '../sql.ts';
import { findCompanyLeads } from './find-company-leads.ts';
import { type PlannedSection, planned, plannedIn, waiting } from './to-do.ts';

const limit = toDoCountMax;

/**
 * How much there is to do in each section, at most 100: more is not counted.
 *
 * @returns `changesIn`: milliseconds until time alone changes this, as a follow-up becomes due or a day
 *   begins. A duration, because clocks of browsers differ
 * @throws NotFoundError when the company was deleted since the request began
 */
export async function countToDo(db: Database, actor: UserActor, { whose }: { whose: ToDoOwners }) {
  const countOf = (section: PlannedSection) =>
    sql<number>`(select count(*)::int from (${plannedIn(actor, section, { whose, limit })}) part)`;
  const next: SQL = planned(actor, {
    whose,
    columns: sql`${leads.id}, ${leads.followUpAt}`,
    where: sql`${leads.followUpAt} > now()`,
    limit: 1,
  });
  const [[counts], arrived] = await Promise.all([
    db
      .select({
        overdue: countOf('overdue'),
        today: countOf('today'),
        tomorrow: countOf('tomorrow'),
        later: countOf('later'),
        changesIn: sql<number>`ceil(1000 * extract(epoch from least(
          ${startInDays(1, actor)}, (select part.follow_up_at from (${next}) part)
        ) - now()))::int`,
      })
      .from(companies)
      .where(sql`${companies.id} = ${actor.companyId}`),
    // One more than the limit is read.
    findCompanyLeads(db, actor, { ...waiting(actor, whose), limit: limit - 1 }),
  ]);
  if (!counts) throw new NotFoundError('Company not found');

  return { ...counts, new: arrived.length };
}
