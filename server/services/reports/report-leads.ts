import { and, asc, between, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { companies } from '#db/schema/applications.ts';
import { funnels, stepCounters, steps } from '#db/schema/funnels.ts';
import { reportLeadsMax, reportSourcesMax } from '#db/values/limits.ts';
import type { ReportDays, ReportPeriod } from '#db/values/reports.ts';
import type { UserActor } from '../actor.ts';
import { InvalidError, NotFoundError } from '../errors.ts';
import { findCompanyLeads } from '../leads/find-company-leads.ts';
import { listMembers } from '../members/list-members.ts';
import { countGroups, type LeadNumbers } from './count-groups.ts';

export interface ReportQuery {
  /** Of the days of the company. */
  days: ReportPeriod | ReportDays;
}

/** The days of a period, or between two, by the clock of the company. */
async function readDays(db: Database, { companyId }: UserActor, { days }: ReportQuery) {
  const today = sql`(now() at time zone ${companies.timeZone})::date`;
  const firstOf = (period: ReportPeriod): SQL =>
    period === 'month'
      ? sql`date_trunc('month', ${today}::timestamp)`
      : sql`${today} - ${Number(period) - 1}::int`;
  const [first, last] =
    typeof days === 'string'
      ? [firstOf(days), today]
      : [sql`${days.from}::date`, sql`${days.until}::date`];
  const [company] = await db
    .select({
      timeZone: companies.timeZone,
      target: companies.contactTarget,
      now: sql`now()`.mapWith(companies.createdAt),
      days: sql<string[]>`array(
        select to_char(day, 'YYYY-MM-DD')
        from generate_series((${first})::timestamp, (${last})::timestamp, interval '1 day') day)`,
    })
    .from(companies)
    .where(eq(companies.id, companyId));
  if (!company) throw new NotFoundError('Company not found');

  return company;
}

/**
 * Refuses days with too many leads, by the counters, which are as good as exact. Those of an agent who
 * sees some leads only are few.
 *
 * @throws InvalidError
 */
async function assertFewEnough(db: Database, actor: UserActor, days: readonly string[]) {
  if (actor.sees !== 'all') return;

  const [first = '', last = first] = [days[0], days.at(-1)];
  const [counted] = await db
    .select({ leads: sql<number>`coalesce(sum(${stepCounters.leads}), 0)`.mapWith(Number) })
    .from(stepCounters)
    .where(
      and(eq(stepCounters.companyId, actor.companyId), between(stepCounters.day, first, last)),
    );
  if (counted && counted.leads > reportLeadsMax) {
    const [found, most] = [counted.leads, reportLeadsMax].map((n) => n.toLocaleString('en-GB'));
    throw new InvalidError(
      `About ${found} leads arrived on these days. A report counts up to ${most}: choose fewer days.`,
      'days',
    );
  }
}

const listFunnels = (db: Database, { companyId }: UserActor) =>
  db
    .select({
      id: funnels.id,
      name: funnels.name,
      isArchived: sql<boolean>`${funnels.archivedAt} is not null`,
    })
    .from(funnels)
    .where(eq(funnels.companyId, companyId))
    .orderBy(asc(funnels.position), asc(funnels.id));

const listSteps = (db: Database, { companyId }: UserActor) =>
  db
    .select({
      id: steps.id,
      name: steps.name,
      funnelId: steps.funnelId,
      isArchived: sql<boolean>`${steps.archivedAt} is not null`,
    })
    .from(steps)
    .where(eq(steps.companyId, companyId))
    .orderBy(asc(steps.position), asc(steps.id));

const noLeads: LeadNumbers = {
  leads: 0,
  contacted: 0,
  waiting: 0,
  inTime: 0,
  late: 0,
  medianMinutes: null,
};

/**
 * How many leads arrived, and how soon they were contacted: in all, and by day, funnel and step, source
 * and owner. A lead counts for the day on which it arrived, in the time zone that the company has now, and
 * for the step, the source and the owner that it has now, wherever it was before. Tests, deleted and
 * erased leads do not count, nor do leads that the actor does not see: each number is that of a list of leads.
 *
 * Funnels, steps, sources and owners without leads are left out. Of more than 500 sources, those with the
 * most leads are listed.
 *
 * @throws InvalidError when more than 400,000 leads arrived on the days
 * @throws NotFoundError when the company was deleted since the request began
 */
export async function reportLeads(db: Database, actor: UserActor, query: ReportQuery) {
  const { days, ...company } = await readDays(db, actor, query);
  await assertFewEnough(db, actor, days);
  const [groups, allFunnels, allSteps, members] = await Promise.all([
    countGroups(db, actor, days),
    listFunnels(db, actor),
    listSteps(db, actor),
    listMembers(db, actor),
  ]);
  const hasAny = async () => (await findCompanyLeads(db, actor, { limit: 1 })).length > 0;
  const [all, byDay, byFunnel, byStep, bySource, byOwner] = (
    ['all', 'day', 'funnel', 'step', 'source', 'owner'] as const
  ).map((name) => {
    const found = groups.filter(({ group }) => group === name);
    return new Map(found.map(({ group: _, key, ...numbers }) => [key, numbers]));
  });
  /** Those of a group that have leads, with their numbers. */
  const counted = <Item extends { id: string | null }>(
    items: readonly Item[],
    by: ReadonlyMap<string | null, LeadNumbers> | undefined,
  ) =>
    items.flatMap((item) => {
      const numbers = by?.get(item.id);
      return numbers ? [{ ...item, ...numbers }] : [];
    });
  const mostFirst = (one: LeadNumbers, other: LeadNumbers) => other.leads - one.leads;
  const countedSteps = counted(allSteps, byStep);
  const sources = [...(bySource ?? [])]
    .map(([source, numbers]) => ({ source: source ?? '', ...numbers }))
    .sort((one, other) => mostFirst(one, other) || (one.source < other.source ? -1 : 1));

  return {
    ...company,
    hasLeads: groups.length > 1 || (await hasAny()),
    total: all?.get(null) ?? noLeads,
    days: days.map((day, index) => ({
      day,
      ...(byDay?.get(String(index + 1)) ?? noLeads),
    })),
    funnels: counted(allFunnels, byFunnel).map((funnel) => ({
      ...funnel,
      steps: countedSteps.filter(({ funnelId }) => funnelId === funnel.id),
    })),
    sources: sources.slice(0, reportSourcesMax),
    moreSources: Math.max(0, sources.length - reportSourcesMax),
    owners: counted(
      [...members.map(({ id, name }) => ({ id, name })), { id: null, name: '' }],
      byOwner,
    ).sort(mostFirst),
  };
}
