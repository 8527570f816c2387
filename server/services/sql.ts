import { type SQL, sql } from 'drizzle-orm';
import { applications, companies, users } from '#db/schema/applications.ts';
import type { CompanyActor } from './actor.ts';

/** A `uuid[]` parameter. The driver would make a list of a JavaScript array. */
export const uuids = (ids: readonly string[]): SQL => sql`${`{${ids.join(',')}}`}::uuid[]`;

/** A `timestamptz` parameter. */
export const instantOf = (date: Date | null): SQL =>
  sql`${date?.toISOString() ?? null}::timestamptz`;

/** The time of the database, as a `Date`. */
export const now = sql`now()`.mapWith(applications.createdAt);

/** Today in the time zone of the company, as counters and panel understand it. */
export const todayOf = (companyId: string): SQL => sql`(
  select (now() at time zone company.time_zone)::date from ${companies} company
  where company.id = ${companyId})`;

const timeZone = sql`coalesce(viewer.time_zone, company.time_zone)`;
const viewerAndCompany = (actor: CompanyActor): SQL => sql`
  from ${companies} company
  left join ${users} viewer on viewer.id = ${actor.kind === 'user' ? actor.userId : null}::uuid
  where company.id = ${actor.companyId}`;

/** The time zone of the user, else of the company. */
export const timeZoneOf = (actor: CompanyActor): SQL<string> =>
  sql<string>`(select ${timeZone} ${viewerAndCompany(actor)})`;

/** The start of a day in that time zone. */
export const startOf = (day: SQL, actor: CompanyActor): SQL => sql`(
  select (${day})::timestamp at time zone ${timeZone} ${viewerAndCompany(actor)})`;

/** The start of a day in the time zone of the company. */
export const startOfCompanyDay = (day: SQL, { companyId }: CompanyActor): SQL => sql`(
  select (${day})::timestamp at time zone company.time_zone from ${companies} company
  where company.id = ${companyId})`;

/** The start of the day that many days from today, in that time zone. */
export const startInDays = (days: number, actor: CompanyActor): SQL =>
  startOf(sql`(now() at time zone ${timeZone})::date + ${days}::int`, actor);
