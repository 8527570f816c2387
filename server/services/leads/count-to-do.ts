import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { companies } from '#db/schema/applications.ts';
import { leads } from '#db/schema/leads.ts';
import type { ToDoOwners, ToDoSection } from '#db/values/leads.ts';
import { toDoCountMax } from '#db/values/limits.ts';
import type { UserActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { startInDays } from '../sql.ts';
import { leadsOfSection, plannedLeads } from './to-do.ts';

const limit = toDoCountMax;

/**
 * How much there is to do in each section, at most 100: more is not counted.
 *
 * @returns `changesIn`: milliseconds until time alone changes this, as a follow-up becomes due or a day
 *   begins. A duration, because clocks of browsers differ
 * @throws NotFoundError when the company was deleted since the request began
 */
export async function countToDo(db: Database, actor: UserActor, { whose }: { whose: ToDoOwners }) {
  const countOf = (section: ToDoSection) =>
    sql<number>`(select count(*)::int from (${leadsOfSection(actor, section, { whose, limit })}) part)`;
  const next = plannedLeads(actor, { whose, where: sql`${leads.followUpAt} > now()`, limit: 1 });
  const [counts] = await db
    .select({
      overdue: countOf('overdue'),
      today: countOf('today'),
      tomorrow: countOf('tomorrow'),
      later: countOf('later'),
      new: countOf('new'),
      changesIn: sql<number>`ceil(1000 * extract(epoch from least(
        ${startInDays(1, actor)}, (select part.time from (${next}) part)
      ) - now()))::int`,
    })
    .from(companies)
    .where(sql`${companies.id} = ${actor.companyId}`);
  if (!counts) throw new NotFoundError('Company not found');

  return counts;
}
